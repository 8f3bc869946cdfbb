import { api } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../src/platform/database/tables.ts'
import type { Person, TestApi } from './api.ts'
import { startBidding } from './bidding.ts'

/** Appoints an account as the operator's command does. */
export const appoint = (db: Db, account_id: number) =>
  db
    .insertInto('administrators')
    .values({ account_id, appointed_at: new Date(0) })
    .execute()

/** Gives a person whose address `adminEmails` names all that an administrator needs. */
export async function makeAdmin({ db, call }: Pick<TestApi, 'db' | 'call'>, { accountId, token }: Person) {
  const verified = { email_verified_at: new Date(1_000) }
  await db.updateTable('accounts').set(verified).where('id', '=', accountId).execute()
  await appoint(db, accountId)
  const { secret } = (await call(api.beginTotp, { token })).body.data
  const { status } = await call(api.confirmTotp, {
    token,
    body: { code: TOTP.generate({ secret: Secret.fromBase32(secret) }) },
  })
  if (status !== 200) throw new Error(`The second factor was refused: ${status}`)
}

const ADMIN = 'operator@example.com'

export type Administered = Awaited<ReturnType<typeof startAdministered>>

/** The API with all that is about bidding, and an administrator. */
export async function startAdministered({
  otherAdmins = [],
  ...options
}: Omit<NonNullable<Parameters<typeof startBidding>[0]>, 'adminEmails'> & {
  /** Addresses of others who may be administrators. */
  otherAdmins?: readonly string[]
} = {}) {
  const bidding = await startBidding({ ...options, adminEmails: [ADMIN, ...otherAdmins] })
  const admin = await bidding.api.signUp(ADMIN)
  await makeAdmin(bidding.api, admin)
  return Object.assign(bidding, { admin })
}

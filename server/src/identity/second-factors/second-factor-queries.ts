import type { SecondFactorMethod } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'

/** The second factors of an account. `totpSince` is null while no code has confirmed an authenticator app. */
export async function secondFactorsOf(db: Db, accountId: number) {
  const totp = await db
    .selectFrom('totp_secrets')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const passkeys = await passkeysOf(db, accountId)
  const codes = await db
    .selectFrom('recovery_codes')
    .select((expression) => expression.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { totpSince: totp?.confirmed_at ?? null, passkeys, recoveryCodesLeft: codes.left }
}

/** With which second factors an account can sign in; empty when the password is enough. */
export async function secondFactorMethodsOf(db: Db, accountId: number): Promise<SecondFactorMethod[]> {
  const { totpSince, passkeys, recoveryCodesLeft } = await secondFactorsOf(db, accountId)
  if (totpSince === null && passkeys.length === 0) return []
  return [
    ...(totpSince === null ? [] : (['totp'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
    ...(recoveryCodesLeft === 0 ? [] : (['recovery_code'] as const)),
  ]
}

/** Of a row of `recovery_codes`: whether its account has no second factor that the code could stand in for. */
export const NEEDS_NO_RECOVERY = sql<boolean>`
  not exists (select from totp_secrets t where t.account_id = recovery_codes.account_id and t.confirmed_at is not null)
  and not exists (select from passkeys p where p.account_id = recovery_codes.account_id)`

export const passkeysOf = (db: Db, accountId: number) =>
  db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

/** Whether a Google account signs in to the account. */
export async function signsInWithGoogle(db: Db, accountId: number): Promise<boolean> {
  const linked = db.selectFrom('google_identities').select('account_id').where('account_id', '=', accountId)
  return (await linked.executeTakeFirst()) !== undefined
}

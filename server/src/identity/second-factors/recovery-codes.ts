import { createHash, randomInt } from 'node:crypto'
import { SECOND_FACTOR } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountById } from '../accounts/account-queries.ts'
import { NEEDS_NO_RECOVERY, secondFactorsOf } from './second-factor-queries.ts'

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4

/** `7K2M-90QX-B4TD-ZZ1A`: 80 random bits. */
const randomCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** The hash under which a typed code is stored. Case, spaces and hyphens do not matter; O is 0, I and L are 1. */
function hashOf(accountId: number, typed: string): Buffer {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return createHash('sha256').update(`${accountId}:${code}`).digest()
}

/** Replaces the recovery codes of an account. Returns the ten new codes, which are stored as hashes alone. */
export async function replaceRecoveryCodes(tx: Tx, accountId: number, now: number): Promise<string[]> {
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, randomCode)
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ account_id: accountId, code_hash: hashOf(accountId, code), created_at: new Date(now) })),
    )
    .execute()
  return codes
}

/** Spends a recovery code, and tells the owner by mail. Returns false when it is not one of the account's, or was spent before. */
export async function spendRecoveryCode(
  { db, clock }: Ctx,
  { accountId, typed, visitor }: { accountId: number; typed: string; visitor: Visitor },
): Promise<boolean> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used_at: new Date(now) })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hashOf(accountId, typed))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const { recoveryCodesLeft: left } = await secondFactorsOf(tx, accountId)
    await recordSecurityEvent(tx, {
      ...visitor,
      accountId,
      kind: 'recovery_code_used',
      outcome: 'ok',
      details: { left },
    })
    const { email: to } = await accountById(tx, accountId)
    const { ipAddress } = visitor
    await tellOwner(tx, { kind: 'recovery_code_used', to, accountId, values: { left, ipAddress } }, now)
    return true
  })
}

/** Makes recovery codes for an account that has none left, and returns them; null for an account that has some. */
export async function ensureRecoveryCodes(tx: Tx, accountId: number, now: number): Promise<string[] | null> {
  const left = await tx
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return left ? null : replaceRecoveryCodes(tx, accountId, now)
}

/** Deletes the recovery codes of an account whose last second factor is gone. */
export async function dropNeedlessRecoveryCodes(tx: Tx, accountId: number) {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).where(NEEDS_NO_RECOVERY).execute()
}

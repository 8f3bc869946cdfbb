import type { AccountRow, Tx } from '../platform/database/tables.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'

const WAYS_IN = [
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'identity_challenges',
  'mail_links',
  'known_callers',
] as const

/**
 * Takes every way in from an account whose e-mail nobody has verified: password, sessions, second factors, mailed links and
 * a telephone number. Anybody may have registered it with somebody else's address, to share the account once the owner of
 * the address arrives. Tracked auctions and bids stay.
 */
export async function wipeUnprovenAccount(tx: Tx, { id }: Pick<AccountRow, 'id'>, now: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: null, phone_number: null, shipping_zip: null, sms_opt_in: false, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  await revokeSessions(tx, id, { because: 'account_linked', now })
  for (const table of WAYS_IN) {
    await tx.deleteFrom(table).where('account_id', '=', id).execute()
  }
}

import { sql } from 'kysely'
import type { Visitor } from '../../http/route.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { knowsBrowser } from '../limits/known-callers.ts'
import { endWaysIn } from './ways-in.ts'

/**
 * Takes every way in from an account whose e-mail nobody has verified, see `WAYS_IN`, and the telephone number. Anybody may
 * have registered it with somebody else's address, to share the account once the owner of the address arrives. Tracked auctions stay. The site login, the pending bids and the settings stay only if the account has been used in the browser
 * of the visitor, who is its owner from now on: otherwise a stranger's bids would be sent with the next site login, and a
 * stranger's settings keep alerts from the owner. The caller has locked the account's row.
 */
export async function wipeUnprovenAccount(
  { stopBidding }: IdentityCtx,
  tx: Tx,
  { id }: Pick<AccountRow, 'id'>,
  { visitor, now }: { visitor: Visitor; now: number },
): Promise<void> {
  if (!(await knowsBrowser(tx, id, visitor))) {
    await stopBidding(tx, id)
    await resetSettings(tx, id)
  }
  await tx
    .updateTable('accounts')
    .set({ phone_number: null, shipping_zip: null, sms_opt_in: false, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  await endWaysIn(tx, id, 'account_linked', { now })
}

async function resetSettings(tx: Tx, accountId: number) {
  const byDefault = sql<never>`default`
  await tx
    .updateTable('accounts')
    .set({ bidding_paused_at: null, day_limit_cents: null, week_limit_cents: null, month_limit_cents: null })
    .set({ default_seconds_before_end: byDefault })
    .set({ tax_millionths: byDefault, tax_on: byDefault, quote_margin_percent: byDefault })
    .set({ alert_choices: byDefault, urgent_wakes: byDefault, ending_soon_minutes: null })
    .set({ quiet_from: null, quiet_to: null, zone: null })
    .where('id', '=', accountId)
    .execute()
  await tx
    .updateTable('tracked_auctions')
    .set({ alerts_muted_until: null })
    .where('account_id', '=', accountId)
    .execute()
}

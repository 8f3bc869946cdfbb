import { MAIL_LINK } from '@bidwell/contract'
import type { Visitor } from '../http/route.ts'
import type { AccountRow, Tx } from '../platform/database/tables.ts'
import { dropNeedlessRecoveryCodes } from '../second-factors/recovery-codes.ts'
import { reportChange } from '../second-factors/report-change.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'

type Options = {
  visitor: Visitor
  /** Epoch ms. */
  now: number
  /** When the account was moved to another address, for a link that takes it back; otherwise now. Epoch ms. */
  lostAt: number
}

/**
 * Removes the passkeys, the authenticator app, the Google account, the places of alerts and the calendar's address that were
 * added within the week before `lostAt`, or later. A stranger who knew the password may have added them, to get in after the
 * reset, to keep the owner out or to read along. Earlier ones stay: the owner has read the mails about the first three, and
 * sees the others. An administrator who loses a second factor is one no longer: the mailbox alone must not administer.
 */
export async function removeNewWaysIn(
  tx: Tx,
  { id: accountId }: Pick<AccountRow, 'id'>,
  { visitor, now, lostAt }: Options,
) {
  const since = new Date(lostAt - MAIL_LINK.restoreMs)
  const app = await tx
    .deleteFrom('totp_secrets')
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('confirmed_at', 'is', null), row('confirmed_at', '>=', since)]))
    .returning('confirmed_at')
    .executeTakeFirst()
  const passkeys = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .returning('id')
    .execute()
  const google = await tx
    .deleteFrom('google_identities')
    .where('account_id', '=', accountId)
    .where('linked_at', '>=', since)
    .returning('account_id')
    .executeTakeFirst()
  const places = await tx
    .deleteFrom('destinations')
    .where('account_id', '=', accountId)
    .where('channel', 'in', ['webhook', 'sms', 'push'])
    .where('created_at', '>=', since)
    .returning('channel')
    .execute()
  const feed = await tx
    .deleteFrom('calendar_feeds')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .returning('account_id')
    .executeTakeFirst()
  await dropNeedlessRecoveryCodes(tx, accountId)
  if (passkeys.length > 0 || (app && app.confirmed_at !== null))
    await tx.deleteFrom('administrators').where('account_id', '=', accountId).execute()
  if (app && app.confirmed_at !== null) await reportChange(tx, accountId, 'codes-off', { visitor, at: now })
  if (passkeys.length > 0) await reportChange(tx, accountId, 'passkey-removed', { visitor, at: now })
  for (const details of places)
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'destination_removed', outcome: 'ok', details })
  if (feed) await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'calendar_ended', outcome: 'ok' })
  if (google) await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'google_unlinked', outcome: 'ok' })
}

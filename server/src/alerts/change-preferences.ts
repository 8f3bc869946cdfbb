import { type AlertPreferences, messages } from '@bidwell/contract'
import type { Db, Tx } from '../platform/database/tables.ts'
import { refuseFaults } from '../platform/errors.ts'

export async function readAlertPreferences(db: Db, accountId: number): Promise<AlertPreferences> {
  const row = await db
    .selectFrom('accounts')
    .select(['alert_choices as choices', 'quiet_from', 'quiet_to', 'zone', 'urgent_wakes', 'ending_soon_minutes'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { quiet_from, quiet_to, ...preferences } = row
  const quiet =
    quiet_from === null || quiet_to === null ? null : { from: quiet_from.slice(0, 5), to: quiet_to.slice(0, 5) }
  return { ...preferences, quiet }
}

/**
 * Replaces the account's choices. Throws 422 for kinds that cannot be chosen, for quiet hours without a zone or without a length,
 * and for a zone that does not exist.
 */
export async function changeAlertPreferences(
  db: Db,
  accountId: number,
  wanted: AlertPreferences,
): Promise<AlertPreferences> {
  refuseFaults(faultsOf(wanted))
  const { choices, quiet, ...others } = wanted
  await db
    .updateTable('accounts')
    .set({ ...others, alert_choices: JSON.stringify(choices) })
    .set({ quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null })
    .where('id', '=', accountId)
    .execute()
  return await readAlertPreferences(db, accountId)
}

function faultsOf({ choices, quiet, zone }: AlertPreferences) {
  const { unknownKind, zoneUnknown, quietNeedsZone, quietEmpty } = messages.alerts
  return [
    ...Object.keys(choices).flatMap((kind) => {
      const alertClass = messages.notification.classOf(kind)
      const isChosen = alertClass !== null && alertClass !== 'account'
      return isChosen ? [] : [{ path: `choices.${kind}`, message: unknownKind(kind) }]
    }),
    ...(zone !== null && !isZone(zone) ? [{ path: 'zone', message: zoneUnknown }] : []),
    ...(quiet !== null && zone === null ? [{ path: 'zone', message: quietNeedsZone }] : []),
    ...(quiet !== null && quiet.from === quiet.to ? [{ path: 'quiet', message: quietEmpty }] : []),
  ]
}

/**
 * Both know the names of IANA, older ones such as Asia/Calcutta too. Intl has more, such as PST, in which no time can be reckoned, and
 * Temporal takes times such as T12:00[UTC], in which none can be shown. Offsets such as +02:00 are zones for both, but know no summer.
 */
export function isZone(zone: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions()
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return timeZone !== '' && /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

/** Ends mails of a kind for an account; the other channels stay as they are. */
export async function stopMails(tx: Tx, accountId: number, kind: string): Promise<void> {
  const { choices } = await readAlertPreferences(tx, accountId)
  const channels = choices[kind] ?? messages.notification.defaultChannels(kind)
  const without = { ...choices, [kind]: channels.filter((channel) => channel !== 'email') }
  await tx
    .updateTable('accounts')
    .set({ alert_choices: JSON.stringify(without) })
    .where('id', '=', accountId)
    .execute()
}

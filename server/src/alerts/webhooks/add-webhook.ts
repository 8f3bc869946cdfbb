import { randomBytes } from 'node:crypto'
import { ALERTS, type api, type Body, messages } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../security-log/record-security-event.ts'
import { lockCaller } from '../../sessions/lock-caller.ts'
import { keepDestination, readLabel } from '../destinations/keep-destination.ts'
import type { DestinationRow } from '../destinations/present-destination.ts'
import { readWebhook } from './read-webhook.ts'
import { type SealerOf, sealFor, WebhookSettings } from './webhook-settings.ts'

export type AddWebhookDeps = {
  db: Db
  clock: Clock
  sealerOf: SealerOf
  /** The hosts in private networks that webhooks may name, each with its port. */
  privateHosts: ReadonlySet<string>
}

const SECRET_BYTES = 24

/** As https://www.standardwebhooks.com writes secrets. */
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Adds a webhook, and returns the secret that signs a standard one: nothing else shows it. The same address again replaces
 * its settings. Throws 422 with the field and the rule, and `conflict` when there are too many destinations.
 */
export async function addWebhook(
  { db, clock, sealerOf, privateHosts }: AddWebhookDeps,
  caller: Caller,
  input: Body<typeof api.addWebhook>,
  visitor: Visitor,
): Promise<{ row: DestinationRow; secret: string | null }> {
  const label = readLabel(input.label)
  const { preset, address, token } = readWebhook(input, privateHosts)
  const secret = preset === 'standard' ? newSecret() : null
  const { accountId } = caller
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const place = {
      account_id: accountId,
      channel: 'webhook',
      address,
      label,
      verified_at: new Date(now),
      now,
    } as const
    const kept = await keepDestination(tx, place)
    const row = await writeSettings(tx, kept, {
      preset,
      token: token === null ? null : sealFor(sealerOf, kept, token),
      secrets: secret === null ? [] : [{ sealed: sealFor(sealerOf, kept, secret), since: now }],
    })
    const details = { channel: 'webhook' }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'destination_added', outcome: 'ok', details })
    return { row, secret }
  })
}

/**
 * Gives a standard webhook a new secret; the former one signs beside it for a day. Asked again at once, as when its answer was
 * lost, it replaces the new one, and the former one stays. Throws `not_found`, and `conflict` for a webhook that is not signed.
 */
export async function rotateSecret(
  { db, clock, sealerOf }: AddWebhookDeps,
  caller: Caller,
  id: number,
): Promise<{ row: DestinationRow; secret: string }> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const row = await tx
      .selectFrom('destinations')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', caller.accountId)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found', messages.generic.notFound)
    const { data: settings } = WebhookSettings.safeParse(row.settings)
    const [newest, former] = settings?.secrets ?? []
    if (!settings || !newest) throw new AppError('conflict', messages.destination.noSecret)
    const secret = newSecret()
    const now = clock.now()
    const isRepeated = now < newest.since + ALERTS.repeatedSecretMs
    const secrets = [{ sealed: sealFor(sealerOf, row, secret), since: now }, isRepeated && former ? former : newest]
    return { row: await writeSettings(tx, row, { ...settings, secrets }), secret }
  })
}

const writeSettings = (tx: Tx, { id }: Pick<DestinationRow, 'id'>, settings: WebhookSettings) =>
  tx
    .updateTable('destinations')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

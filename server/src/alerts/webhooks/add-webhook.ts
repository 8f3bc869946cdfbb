import { randomBytes } from 'node:crypto'
import type { api, Body } from '@bidwell/contract'
import type { Caller, Visitor } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import type { AlertCtx } from '../alert-ctx.ts'
import { keepDestination, readLabel } from '../destinations/keep-destination.ts'
import type { DestinationRow } from '../destinations/present-destination.ts'
import { readWebhook } from './read-webhook.ts'
import { sealFor, type WebhookSettings } from './webhook-settings.ts'

const SECRET_BYTES = 24

/** As https://www.standardwebhooks.com writes secrets. */
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Adds a webhook, and returns the secret that signs a standard one: nothing else shows it. The same address again replaces
 * its settings and its secret. Throws 422 with the field and the rule, and `conflict` when there are too many destinations.
 */
export async function addWebhook(
  { db, clock, sealerOf, privateHosts }: AlertCtx,
  caller: Caller,
  input: Body<typeof api.addWebhook>,
  visitor: Visitor,
): Promise<{ row: DestinationRow; secret: string | null }> {
  const label = readLabel(input.label)
  const { preset, address, given } = readWebhook(input, privateHosts)
  const made = preset === 'standard' ? newSecret() : null
  const kept = made ?? given
  const { accountId } = caller
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const place = { account_id: accountId, channel: 'webhook', address, label, verified_at: new Date(now) } as const
    const added = await keepDestination(tx, { ...place, now })
    const settings: WebhookSettings = { preset, secret: kept === null ? null : sealFor(sealerOf, added, kept) }
    const row = await tx
      .updateTable('destinations')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', added.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { channel: 'webhook' }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'destination_added', outcome: 'ok', details })
    return { row, secret: made }
  })
}

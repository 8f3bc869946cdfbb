import type { Destination } from '@bidwell/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/generated-tables.ts'
import { WebhookSettings } from '../webhooks/webhook-settings.ts'

export type DestinationRow = Selectable<Tables['destinations']>

/** A destination as its owner sees it: without its secrets, which the rest of an address may be as well. */
export function presentDestination(row: DestinationRow): Destination {
  const { data: webhook } = WebhookSettings.safeParse(row.settings)
  const isAddressOpen = row.channel === 'email' || row.channel === 'sms'
  return {
    id: row.id,
    channel: row.channel,
    label: row.label,
    address: isAddressOpen ? row.address : (URL.parse(row.address)?.origin ?? ''),
    preset: webhook?.preset ?? null,
    verified_at: iso(row.verified_at),
    stopped_at: iso(row.stopped_at),
    stopped_because: row.stopped_because,
    failing_since: iso(row.failing_since),
    created_at: row.created_at.toISOString(),
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

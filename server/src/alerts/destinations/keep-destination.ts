import { ALERTS, messages } from '@bidwell/contract'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { plainText } from '../tame-text.ts'
import type { DestinationRow } from './present-destination.ts'

type Place = Pick<DestinationRow, 'account_id' | 'channel' | 'address' | 'label' | 'verified_at'> & {
  /** What its channel needs besides the address, as JSON. */
  settings?: string
  /** Epoch ms. */
  now: number
}

/**
 * Adds a destination to an account whose row the caller has locked, or settles the one with this address anew. Throws
 * `conflict` when the account has as many as it may have.
 */
export async function keepDestination(tx: Tx, { now, ...place }: Place): Promise<DestinationRow> {
  const known = await tx
    .selectFrom('destinations')
    .select(['channel', 'address'])
    .where('account_id', '=', place.account_id)
    .execute()
  const isKnown = known.some(({ channel, address }) => channel === place.channel && address === place.address)
  if (!isKnown && known.length >= ALERTS.maxDestinations) {
    throw new AppError('conflict', messages.destination.tooManyDestinations)
  }
  const settled = { stopped_at: null, stopped_because: null, failing_since: null, failures: 0, last_failed_at: null }
  const { label, verified_at, settings } = place
  return tx
    .insertInto('destinations')
    .values({ ...place, created_at: new Date(now) })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'channel', 'address']).doUpdateSet({ label, verified_at, settings, ...settled }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What the user calls a place. Throws 422 when nothing is left of it. */
export function readLabel(label: string): string {
  const read = plainText(label, ALERTS.maxLabelLength)
  if (read === '') throw fieldError('label', messages.destination.labelRequired)
  return read
}

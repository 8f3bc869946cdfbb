import type { ShippingEstimate } from '../../marketplace/marketplace.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import type { ListingRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { acquireRead } from '../listings/get-fresh-listing.ts'
import type { ReadDeps } from '../listings/sync-listing.ts'

/** Carriers change their prices, and sellers weigh a parcel again. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

/**
 * Asks the site for an estimate and keeps it, unless a recent one is kept. A site that cannot be asked leaves what is kept.
 * After the close an estimate is not asked for again: what was expected stays beside what was paid.
 */
export async function askForShipping(
  deps: ReadDeps,
  accountId: number,
  listing: Pick<ListingRow, 'id' | 'auction_id' | 'closed_at'>,
  zip: string,
): Promise<void> {
  const kept = await deps.db
    .selectFrom('shipping_estimates')
    .select('estimated_at')
    .where('listing_id', '=', listing.id)
    .where('zip', '=', zip)
    .executeTakeFirst()
  const isRecent = kept !== undefined && deps.clock.now() - kept.estimated_at.getTime() < MAX_AGE_MS
  if (isRecent || (kept && listing.closed_at !== null)) return
  try {
    await keep(deps, listing.id, zip, await askSite(deps, accountId, listing.auction_id, zip))
  } catch (error) {
    if (!(error instanceof SiteError || error instanceof AppError)) throw error
  }
}

async function askSite(deps: ReadDeps, accountId: number, auctionId: string, zip: string) {
  const { marketplace, readBudget } = deps
  const item = `shipping ${auctionId}`
  const { trial } = await acquireRead(deps, { by: 'user', accountId }, item, undefined)
  try {
    const estimate = await marketplace.estimateShipping(auctionId, zip)
    await readBudget.report(null, { item, trial })
    return estimate
  } catch (error) {
    // A calculator that is out of order says nothing of the items: it must not stop their reads.
    const asksForRest = error instanceof SiteError && (error.kind === 'rate_limited' || error.kind === 'blocked')
    if (asksForRest) await readBudget.report(error, { item, trial })
    else await readBudget.refund({ reads: 0, trial })
    throw error
  }
}

async function keep({ db, clock }: ReadDeps, listingId: number, zip: string, estimate: ShippingEstimate) {
  const { shippingCents: shipping_cents, handlingCents: handling_cents } = estimate
  const columns = { shipping_cents, handling_cents, estimated_at: new Date(clock.now()) }
  await db
    .insertInto('shipping_estimates')
    .values({ listing_id: listingId, zip, ...columns })
    .onConflict((conflict) => conflict.columns(['listing_id', 'zip']).doUpdateSet(columns))
    .execute()
}

import { followQuote, quoteOf } from '../../bids/delivered-price/follow-costs.ts'
import type { Ctx } from '../../context/ctx.ts'
import type { ShippingEstimate } from '../../marketplace/marketplace.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import type { ListingRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { acquireRead, type Reader } from '../listings/get-fresh-listing.ts'
import { lockListing } from '../listings/listing-queries.ts'

/** Carriers change their prices, and sellers weigh a parcel again. A delivered price asks for a quote of the day. */
export const QUOTE_MAX_AGE_MS = { ofDelivered: 24 * 3_600_000, ofOther: 7 * 24 * 3_600_000 }

type Asked = Pick<ListingRow, 'id' | 'auction_id' | 'closed_at'>

/**
 * Asks the site for an estimate and keeps it, unless one is kept from `freshSince` on, epoch ms. A site that cannot be asked
 * leaves what is kept; why is returned then. After the close an estimate is not asked for again: what was expected stays beside
 * what was paid.
 */
export async function askForShipping(
  ctx: Ctx,
  reader: Reader,
  listing: Asked,
  { zip, freshSince }: { zip: string; freshSince: number },
): Promise<SiteError | AppError | null> {
  const kept = await ctx.db
    .selectFrom('shipping_estimates')
    .select('estimated_at')
    .where('listing_id', '=', listing.id)
    .where('zip', '=', zip)
    .executeTakeFirst()
  const isRecent = kept !== undefined && kept.estimated_at.getTime() >= freshSince
  if (isRecent || (kept && listing.closed_at !== null)) return null
  try {
    await keep(ctx, listing.id, zip, await askSite(ctx, reader, listing.auction_id, zip))
    return null
  } catch (error) {
    if (error instanceof SiteError || error instanceof AppError) return error
    throw error
  }
}

async function askSite(ctx: Ctx, reader: Reader, auctionId: string, zip: string) {
  const { marketplace, readBudget } = ctx
  const item = `shipping ${auctionId}`
  const { trial } = await acquireRead(ctx, reader)
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

/** In one transaction with what follows from it: no bid goes out that costs more than its delivered price by a kept quote. */
async function keep({ db, clock, marketplace }: Ctx, listingId: number, zip: string, estimate: ShippingEstimate) {
  const { shippingCents: shipping_cents, handlingCents: handling_cents } = estimate
  const columns = { shipping_cents, handling_cents, estimated_at: new Date(clock.now()) }
  const at = await siteNow(db, marketplace.id, clock)
  await db.transaction().execute(async (tx) => {
    // A bid that is scheduled meanwhile either is found here, or is reckoned with this quote.
    await lockListing(tx, listingId)
    await tx
      .insertInto('shipping_estimates')
      .values({ listing_id: listingId, zip, ...columns })
      .onConflict((conflict) => conflict.columns(['listing_id', 'zip']).doUpdateSet(columns))
      .execute()
    const quote = quoteOf(columns)
    if (quote) await followQuote(tx, { listingId, zip, quote, at })
  })
}

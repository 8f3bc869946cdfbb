import { isDeepStrictEqual } from 'node:util'
import { type CostInputs, decideCosts, largestBidCents, type ListingCosts, type Quote } from '@bidwell/contract'
import { sql } from 'kysely'
import { notify } from '../../notifying/notifications/notify.ts'
import type { CostBasis, Pending } from '../../platform/database/json-columns.ts'
import type { AccountRow, BidRow, Tx } from '../../platform/database/tables.ts'
import { applyChange } from '../apply-change.ts'
import { afterBidChange } from '../log/after-bid-change.ts'
import { DUE_NOW } from '../preflight-due.ts'
import { movesTo, pendingTerms } from '../terms.ts'
import { listingCosts } from './listing-costs.ts'

/*
 * A bid with a delivered price keeps within it whatever its costs become: each of these functions runs in the transaction that
 * stores a cost, and lowers the bids that would cost more, as a change of their owner does. A bid is never raised. From the
 * lock-in on, and for a restored bid that its owner has not kept, nothing changes.
 */

type Change = Partial<CostInputs & { isForOtherZip: boolean }>
type Cause = { because: NonNullable<CostBasis['lowered']>; /** Epoch ms on the site's clock. */ at: number }

/** Follows a quote of the site, for the bids on a listing whose owners have this ZIP code. The caller has locked the listing. */
export async function followQuote(
  tx: Tx,
  { listingId, zip, quote, at }: { listingId: number; zip: string; quote: Quote; at: number },
): Promise<void> {
  const bids = await lockBids(
    tx,
    sql`b.listing_id = ${listingId} and b.account_id in (select id from accounts where shipping_zip = ${zip})`,
  )
  await follow(tx, bids, () => ({ quote, isForOtherZip: false }), { because: 'quote', at })
}

/** Follows what a listing shows of its costs. The caller has written, and so locked, it. */
export async function followListing(tx: Tx, listingId: number, at: number): Promise<void> {
  const bids = await lockBids(tx, sql`b.listing_id = ${listingId}`)
  await follow(tx, bids, () => ({}), { because: 'listing', at })
}

export type TaxAndMargin = Pick<AccountRow, 'tax_millionths' | 'tax_on' | 'quote_margin_percent'>
type Account = TaxAndMargin & Pick<AccountRow, 'id' | 'shipping_zip'>

/**
 * Follows an account's tax, margin and ZIP code. With a ZIP code for which no quote is kept, the bids keep the quote that they
 * have until the jobs have asked for another. The caller has locked the account.
 */
export async function followAccount(tx: Tx, account: Account, before: Account, at: number): Promise<void> {
  const isOpen = sql`account_id = ${account.id} and status = 'pending'`
  // Quotes and readings are stored under these locks: each is found here, or finds the account as it is from now on.
  await sql`select from listings where id in (select listing_id from bids where ${isOpen}) order by id for no key update`.execute(
    tx,
  )
  const bids = await lockBids(tx, sql`b.account_id = ${account.id}`)
  const taxAndMargin = taxAndMarginOf(account)
  const isMoved = account.shipping_zip !== before.shipping_zip
  const quotes = isMoved ? await findQuotes(tx, bids, account.shipping_zip) : new Map<number, Quote>()
  const changeOf = ({ listing_id }: BidRow): Change => {
    const quote = quotes.get(listing_id)
    if (!isMoved) return taxAndMargin
    return quote ? { ...taxAndMargin, quote, isForOtherZip: false } : { ...taxAndMargin, isForOtherZip: true }
  }
  await follow(tx, bids, changeOf, { because: 'account', at })
  if (!isMoved || bids.length === 0) return
  const ids = bids.map(({ id }) => id)
  await tx.updateTable('bids').set({ preflight_due_at: DUE_NOW }).where('id', 'in', ids).execute()
}

/**
 * Follows all costs as they are now, for a bid that was restored and is kept: they may have changed since the backup. `inputs` are
 * those of now; without a quote for the account's ZIP code, it keeps the one that it has. The caller has locked its account and listing.
 */
export async function followKeptBid(
  tx: Tx,
  bidId: number,
  { quote, ...inputs }: CostInputs,
  at: number,
): Promise<void> {
  const bids = await lockBids(tx, sql`b.id = ${bidId}`)
  const changeOf = ({ cost_basis }: BidRow): Change =>
    quote
      ? { ...inputs, quote, isForOtherZip: false }
      : { ...inputs, isForOtherZip: cost_basis !== null && cost_basis.quote !== null }
  await follow(tx, bids, changeOf, { because: 'quote', at })
}

export const taxAndMarginOf = ({ tax_millionths, tax_on, quote_margin_percent }: TaxAndMargin) => ({
  taxMillionths: tax_millionths,
  taxOn: tax_on,
  marginPercent: quote_margin_percent,
})

type Row = BidRow & ListingCosts

/** The bids with a delivered price that can still be changed, in the order in which engines lock them. */
async function lockBids(tx: Tx, which: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.*, ${listingCosts}
      from bids b join listings l on l.id = b.listing_id
     where ${which} and b.status = 'pending' and (b.all_in_cents is not null or b.pending is not null)
       and b.locked_in_at is null and b.restored_from is null and b.pending ->> 'kind' is distinct from 'cancel'
     order by b.id for update of b`.execute(tx)
  return rows
}

async function findQuotes(tx: Tx, bids: readonly BidRow[], zip: string | null): Promise<Map<number, Quote>> {
  if (zip === null || bids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('shipping_estimates')
    .selectAll()
    .where('zip', '=', zip)
    .where(
      'listing_id',
      'in',
      bids.map(({ listing_id }) => listing_id),
    )
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const quote = quoteOf(row)
      return quote ? [[row.listing_id, quote] as const] : []
    }),
  )
}

type Estimate = { shipping_cents: number | null; handling_cents: number | null; estimated_at: Date }

/** Null for a calculator that told no amount. */
export const quoteOf = ({ shipping_cents, handling_cents, estimated_at }: Estimate): Quote | null =>
  shipping_cents === null
    ? null
    : { shippingCents: shipping_cents, handlingCents: handling_cents, at: estimated_at.getTime() }

async function follow(tx: Tx, bids: readonly Row[], changeOf: (bid: Row) => Change, cause: Cause) {
  for (const bid of bids) {
    const { maxBidCents, secondsBeforeEnd, delivered } = pendingTerms(bid)
    if (!delivered) continue // A change that waits for its engine takes the delivered price away.
    const { allInCents, basis } = delivered
    const inputs = { ...basis, ...changeOf(bid) }
    // A cost that is not known any more changes nothing.
    const costs = decideCosts(inputs, bid)
    const next: CostBasis = { ...inputs, ...costs }
    const largestCents = largestBidCents(allInCents, next)
    if (largestCents >= maxBidCents) await keepBasis(tx, bid, next, cause)
    else await lower(tx, bid, { maxBidCents, secondsBeforeEnd, allInCents, largestCents, basis: next }, cause)
  }
}

async function keepBasis(tx: Tx, bid: Row, next: CostBasis, { at }: Cause) {
  const { delivered } = pendingTerms(bid)
  if (!delivered || isDeepStrictEqual(delivered.basis, next)) return
  const column = bid.pending
    ? { pending: JSON.stringify({ ...bid.pending, delivered: { ...delivered, basis: next } }) }
    : { cost_basis: JSON.stringify(next) }
  await tx
    .updateTable('bids')
    .set({ ...column, updated_at: new Date(at) })
    .where('id', '=', bid.id)
    .execute()
  await afterBidChange(tx, [{ bidId: bid.id, accountId: bid.account_id }], [])
}

type Lowered = {
  maxBidCents: number
  secondsBeforeEnd: number
  allInCents: number
  largestCents: number
  basis: CostBasis
}

/** Without a bid of one cent that keeps within the delivered price, the bid is cancelled. */
async function lower(tx: Tx, bid: Row, lowered: Lowered, { because, at }: Cause) {
  const { maxBidCents, secondsBeforeEnd, allInCents, largestCents, basis } = lowered
  const groupId = movesTo(bid)
  const delivered = { allInCents, basis: { ...basis, lowered: because } }
  const pending: Pending =
    largestCents === 0
      ? { kind: 'cancel', lowered: because }
      : {
          kind: 'change',
          maxBidCents: largestCents,
          secondsBeforeEnd,
          delivered,
          ...(groupId !== undefined && { groupId }),
        }
  const updated = await tx
    .updateTable('bids')
    .set({ pending: JSON.stringify(pending) })
    .where('id', '=', bid.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await notify(tx, [
    {
      kind: 'bid_lowered',
      values: { fromCents: maxBidCents, toCents: largestCents, allInCents },
      accountId: bid.account_id,
      bidId: bid.id,
      trackedAuctionId: bid.tracked_auction_id,
      key: `lowered ${bid.id} ${at} ${largestCents}`,
    },
  ])
  if (updated.engine_id === null) await applyChange(tx, updated, at)
  else await afterBidChange(tx, [{ bidId: bid.id, accountId: bid.account_id }], [])
}

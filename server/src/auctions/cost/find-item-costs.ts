import { dollarsOrNull, type ItemCost } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'

type Row = Awaited<ReturnType<typeof findRows>>[number]

/**
 * What is kept of the costs of items besides their price, by the site's item number, with the shipping to the account's
 * ZIP code. Asks no site: an estimate that nobody has asked for is missing.
 */
export async function findItemCosts(ctx: Ctx, accountId: number, auctionIds: readonly string[]) {
  const rows = auctionIds.length === 0 ? [] : await findRows(ctx, accountId, auctionIds)
  return new Map(rows.map((row) => [row.auction_id, presentCost(row)]))
}

const findRows = ({ db, marketplace }: Ctx, accountId: number, auctionIds: readonly string[]) =>
  db
    .selectFrom('listings as l')
    .innerJoin('accounts as a', (join) => join.on('a.id', '=', accountId))
    .leftJoin('shipping_estimates as e', (join) =>
      join.onRef('e.listing_id', '=', 'l.id').onRef('e.zip', '=', 'a.shipping_zip'),
    )
    .select(['l.auction_id', 'l.pickup_only', 'l.handling_cents', 'l.shipping_cents as stated_cents'])
    .select([
      'a.shipping_zip as zip',
      'e.estimated_at',
      'e.shipping_cents',
      'e.handling_cents as estimated_handling_cents',
    ])
    .where('l.marketplace', '=', marketplace.id)
    .where('l.auction_id', 'in', auctionIds)
    .execute()

function presentCost(row: Row): ItemCost {
  const handling_cost = dollarsOrNull(row.handling_cents)
  const unknown = { handling_cost, shipping_cost: null, zip: null }
  if (row.pickup_only) return { ...unknown, basis: 'pickup' }
  if (row.stated_cents !== null) return { ...unknown, basis: 'stated', shipping_cost: dollarsOrNull(row.stated_cents) }
  if (row.zip === null) return { ...unknown, basis: 'no_zip' }
  if (row.estimated_at === null) return { ...unknown, zip: row.zip, basis: 'failed' }
  return {
    basis: row.shipping_cents === null ? 'not_told' : 'estimated',
    handling_cost: dollarsOrNull(row.estimated_handling_cents ?? row.handling_cents),
    shipping_cost: dollarsOrNull(row.shipping_cents),
    zip: row.zip,
  }
}

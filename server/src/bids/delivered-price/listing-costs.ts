import type { ListingCosts } from '@bidwell/contract'
import { sql } from 'kysely'
import type { ListingRow } from '../../platform/database/tables.ts'

/** What listing `l` shows of its costs, as columns with the names of `ListingCosts`. */
export const listingCosts = sql`l.shipping_cents as "statedCents", l.handling_cents as "handlingCents",
                                l.pickup_only as "pickupOnly"`

export type CostColumns = Pick<ListingRow, 'shipping_cents' | 'handling_cents' | 'pickup_only'>

export const costsOfListing = ({ shipping_cents, handling_cents, pickup_only }: CostColumns): ListingCosts => ({
  statedCents: shipping_cents,
  handlingCents: handling_cents,
  pickupOnly: pickup_only,
})

/** Whether a reading of a listing changes what it costs besides its price. */
export const differInCosts = (a: CostColumns, b: CostColumns): boolean =>
  a.shipping_cents !== b.shipping_cents || a.handling_cents !== b.handling_cents || a.pickup_only !== b.pickup_only

import type { Account } from '../accounts/account.ts'
import { asOf, isLedBy, type Listing } from '../auction/listing.ts'
import type { DisplayFault } from '../control/faults.ts'
import type { Call } from './endpoint.ts'

type Showing = Pick<Call, 'now' | 'displayFaults'>

/** A listing as the pages of a call show it: as it was some time ago, under a page lag. */
export function shownListing({ now, displayFaults }: Showing, listing: Listing): Listing {
  const lags = displayFaults.flatMap((fault) =>
    fault.kind === 'page_lag' && concerns(fault, listing) ? fault.lagMs : [],
  )
  const lagMs = Math.max(0, ...lags)
  const shown = lagMs > 0 ? asOf(listing, now - lagMs) : listing
  return displayFaults.some(({ kind }) => kind === 'false_close') ? { ...shown, closed: true } : shown
}

/** Whether the pages of a call hide who leads or has won a listing. */
export const hidesLeader = ({ displayFaults }: Showing, listing: Listing) =>
  listing.closed && displayFaults.some((fault) => fault.kind === 'leads_until_close' && concerns(fault, listing))

/** Whether the pages of a call say that an account leads or has won a listing. */
export const showsLead = (showing: Showing, listing: Listing, account: Account | undefined) =>
  isLedBy(listing, account) && !hidesLeader(showing, listing)

const concerns = ({ itemId }: DisplayFault, listing: Listing) => itemId === undefined || itemId === listing.itemId

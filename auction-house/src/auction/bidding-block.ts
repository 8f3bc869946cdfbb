import type { Account } from '../accounts/account.ts'
import { isLedBy, type Listing } from './listing.ts'

const DAY_MS = 86_400_000
const YOUNG_ACCOUNT_MS = 30 * DAY_MS
const MAX_LED_BY_YOUNG_ACCOUNT = 15
const MIN_BLOCKING_UNPAID_ITEMS = 15

/** The site's rule that blocks an account from bidding; null when none applies. */
export function whyBlocked(account: Account, listing: Listing, now: number) {
  if (account.unpaidItems >= MIN_BLOCKING_UNPAID_ITEMS) return 'unpaid_items'

  const young = now - account.createdAt < YOUNG_ACCOUNT_MS
  if (young && !isLedBy(listing, account) && countLed(account) >= MAX_LED_BY_YOUNG_ACCOUNT) return 'leading_too_many'

  return null
}

const countLed = (account: Account) =>
  [...account.bidOn].filter((listing) => !listing.closed && isLedBy(listing, account)).length

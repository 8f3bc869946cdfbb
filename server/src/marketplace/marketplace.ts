import type { Maximum } from './maximum.ts'

/**
 * The port to an auction site. Everything the product knows of a site goes through here, and nothing else in the
 * server knows which site it is. Every method throws `SiteError`, or the reason of the caller's aborted signal, and
 * nothing else; text from the site is untrusted plain text by the time it leaves here (tags stripped, controls removed,
 * length capped).
 */
export type Marketplace = {
  /** As stored with listings and in routes: `shopgoodwill`. */
  readonly id: string
  /** The site's name as users read it. */
  readonly siteName: string

  /** The site's item id from a link or a bare number, or null. Pure; only the site's own hosts are accepted. */
  parseItemReference(text: string): string | null
  itemUrl(auctionId: string): string
  /** Where the user sees and pays for what was won. */
  readonly ordersUrl: string

  /** Proves a login at the site. A refusal is `SiteError` kind `login_refused` with the site's own words. */
  logIn(credentials: SiteCredentials, signal?: AbortSignal): Promise<SiteSession>
  /** Throws `unauthorized` when the site no longer takes the token. */
  checkSession(session: SiteSession, signal?: AbortSignal): Promise<void>
  logOut(session: SiteSession, signal?: AbortSignal): Promise<void>

  /**
   * Everything about an item. With a session, `standing` says how its owner stands; a token that the site silently
   * ignores is `unauthorized`, for 'no bid of yours' would be a lie.
   */
  readItem(auctionId: string, options?: ReadOptions): Promise<ItemReading>
  /** Shipping and handling to a ZIP code; null fields are 'the site would not say', never zero. */
  estimateShipping(auctionId: string, zipCode: string, signal?: AbortSignal): Promise<ShippingEstimate>
  search(text: string, page: number, signal?: AbortSignal): Promise<SearchPage>
  favourites(session: SiteSession, signal?: AbortSignal): Promise<FavouriteItem[]>
  openAuctions(session: SiteSession, signal?: AbortSignal): Promise<OpenAuction[]>
  /** How many items the user has won and not paid for. */
  countUnpaid(session: SiteSession, signal?: AbortSignal): Promise<number>
  /** One sample of the site's clock from its cheapest source. */
  sampleClock(signal?: AbortSignal): Promise<ClockSample>

  /** Opens the connection on which one user's bids go out. Nothing else shares it. */
  openBidConnection(session: SiteSession): BidConnection
}

export type SiteCredentials = { readonly username: string; readonly password: string }

/** A login at the site. `token` is a secret: seal it at rest, never log it. */
export type SiteSession = {
  readonly token: string
  /** Epoch ms, or null when the site does not say. */
  readonly expiresAt: number | null
  readonly buyerId: string | null
}

export type ReadOptions = { session?: SiteSession; signal?: AbortSignal }

/**
 * One look at the site's clock: what it said, and the monotonic instants around the asking. `resolutionMs` is how coarsely
 * the source tells time: 1 for item reads, 1000 where the site gives whole seconds.
 */
export type ClockSample = { siteTime: number; sentAt: number; receivedAt: number; resolutionMs: number }

export type ItemReading = {
  auctionId: string
  sellerId: string
  title: string
  seller: string | null
  category: string | null
  condition: string | null
  /** Plain text, at most 10,000 characters. */
  description: string | null
  imageUrls: string[]
  startingPriceCents: number
  currentPriceCents: number
  /** The next acceptable bid. */
  minimumBidCents: number
  bidIncrementCents: number
  bidCount: number
  /** Null: calculated per address. */
  shippingCents: number | null
  handlingCents: number
  pickupOnly: boolean
  /** Epoch ms. When the local time occurs twice, the earlier instant, and `endsAtAmbiguous`. */
  startsAt: number | null
  endsAt: number
  endsAtAmbiguous: boolean
  closed: boolean
  /** Sold at a fixed price only: there is nothing to bid on. */
  fixedPrice: boolean
  clock: ClockSample
  /** How the session's owner stands; null for an anonymous read. */
  standing: BidderStanding | null
}

export type BidderStanding = {
  /** The site says this user leads (or, once closed, has won). */
  leads: boolean
  /**
   * The user's own bids that the site shows, oldest first. A bid that leads shows as the current price and not as the
   * maximum that it was.
   */
  ownBids: { amountCents: number; at: number }[]
}

export type ShippingEstimate = { shippingCents: number | null; handlingCents: number | null; totalCents: number | null }

export type SearchPage = { items: SearchItem[]; total: number }
export type SearchItem = {
  auctionId: string
  title: string
  currentPriceCents: number
  startingPriceCents: number
  bidCount: number
  endsAt: number
  imageUrl: string | null
}
export type FavouriteItem = SearchItem & { open: boolean; ownMaxCents: number | null; leads: boolean }
export type OpenAuction = Omit<SearchItem, 'startingPriceCents'> & { ownMaxCents: number; leads: boolean }

/** A warm connection that carries one user's bids, and light reads to keep it so. */
export type BidConnection = AsyncDisposable & {
  /** Whether a bid could leave at this instant, as far as this machine knows. */
  readonly isOpen: boolean
  /** Sees to it that a bid can leave. Throws a `SiteError` when the site takes no connection. */
  connect(signal?: AbortSignal): Promise<void>
  /** Connects if need be and reads lightly; tells price and next bid, and how long the way to the site is. */
  warm(auctionId: string, signal?: AbortSignal): Promise<WarmReading>
  /** Builds the request byte for byte, with the whole maximum: there is no other amount to ask for. */
  prepareBid(order: BidOrder): PreparedBid
}

export type WarmReading = {
  currentPriceCents: number
  minimumBidCents: number
  endsAt: number
  /** As in `ItemReading`; a light read has less to settle it with, so an item read's answer outweighs it. */
  endsAtAmbiguous: boolean
  sellerId: string
  roundTripMs: number
}

export type BidOrder = { auctionId: string; sellerId: string; maximum: Maximum }

export type PreparedBid = {
  /**
   * Sends, in this turn of the event loop, with one write. Call it once. `sentAt` is the monotonic instant of the
   * write. `answer` never rejects: whatever goes wrong is an answer of kind `unknown`, `not_sent` or the like.
   */
  fire(): { sentAt: number; answer: Promise<BidAnswer> }
}

/** What the site said to a bid. `words` is its message as plain text. */
export type BidAnswer = { receivedAt: number } & (
  | { kind: 'leading'; siteMessage: string; priceCents: number | null }
  /** A higher or earlier equal maximum stands against it. */
  | { kind: 'outbid'; siteMessage: string; priceCents: number | null }
  | { kind: 'closed'; siteMessage: string }
  | { kind: 'too_low'; siteMessage: string; minimumBidCents: number | null }
  | { kind: 'account_limit'; siteMessage: string }
  | { kind: 'unauthorized'; siteMessage: string }
  /** Refused before the site looked at the bid: safe to send again once allowed. */
  | { kind: 'blocked'; siteMessage: string }
  | { kind: 'rate_limited'; siteMessage: string; retryAfterMs: number | null }
  /** The request provably never left or never arrived: safe to send again. */
  | { kind: 'not_sent'; siteMessage: string }
  /** Timed out, reset, 5xx, not understood: the bid may stand. Read before sending again. */
  | { kind: 'unknown'; siteMessage: string }
)

import type { Maximum } from './maximum.ts'

/**
 * The port to an auction site: the only way in which the server reaches a site. Every method throws only `SiteError` or
 * the reason of the caller's aborted signal. Text from the site leaves the port as untrusted plain text: tags stripped,
 * controls removed, length capped.
 */
export type Marketplace = {
  /** The id stored with listings and used in routes, such as `shopgoodwill`. */
  readonly id: string
  /** The site's name as users read it. */
  readonly siteName: string

  /** The site's item id from a link or a bare number, or null. Pure; only the site's own hosts are accepted. */
  parseItemReference(text: string): string | null
  itemUrl(auctionId: string): string
  /** The page on which the site lists its open items that match a text, such as the title of another item. */
  searchUrl(text: string): string
  /** The page on which users see and pay for the items that they won. */
  readonly ordersUrl: string
  /** The page of a paid order. */
  orderUrl(orderId: string): string

  /** Logs in at the site. Throws `login_refused` with the site's message if the site refuses the credentials. */
  logIn(credentials: SiteCredentials, signal?: AbortSignal): Promise<SiteSession>
  /** Throws `unauthorized` when the site no longer accepts the token. */
  checkSession(session: SiteSession, signal?: AbortSignal): Promise<void>

  /**
   * Everything about an item. With a session, the reading includes its owner's `standing`. Throws `unauthorized` if the
   * site silently ignores the token: a standing without the user's bids would be wrong.
   */
  readItem(auctionId: string, options?: ReadOptions): Promise<ItemReading>
  /** What the site's calculator says for an item sent to a ZIP code, without a login. */
  estimateShipping(auctionId: string, zip: string, signal?: AbortSignal): Promise<ShippingEstimate>
  /** The open auctions on which the user has bid. */
  openAuctions(session: SiteSession, signal?: AbortSignal): Promise<OpenAuction[]>
  /** The open auctions that the user watches at the site. */
  favorites(session: SiteSession, signal?: AbortSignal): Promise<Favorite[]>
  /** The items that the user has won and not paid for. */
  openOrders(session: SiteSession, signal?: AbortSignal): Promise<Order[]>
  /** The items that the user has won and paid for. */
  shippedOrders(session: SiteSession, signal?: AbortSignal): Promise<Order[]>
  /** One page of what the site's search finds, without a login. */
  search(wanted: SiteSearch, signal?: AbortSignal): Promise<FoundPage>
  /** One sample of the site's clock from its cheapest source. */
  sampleClock(signal?: AbortSignal): Promise<ClockSample>

  /** Opens the connection for one user's bids. Nothing else uses it. */
  openBidConnection(session: SiteSession): BidConnection
}

export type SiteCredentials = { readonly username: string; readonly password: string }

/** A login at the site. `token` is a secret: sealed at rest, never logged. */
export type SiteSession = {
  readonly token: string
  /** Epoch ms, or null when the site does not say. */
  readonly expiresAt: number | null
}

export type ReadOptions = { session?: SiteSession; signal?: AbortSignal }

/**
 * One sample of the site's clock, with the monotonic instants at which the request was sent and the response arrived.
 * `resolutionMs` is the precision of the source: mostly 1 for item reads, 1000 where the site gives whole seconds.
 */
export type ClockSample = { siteTime: number; sentAt: number; receivedAt: number; resolutionMs: number }

/** A field that no verdict needs is null when the site shows it in a form that is not understood. */
export type ItemReading = {
  auctionId: string
  sellerId: string
  title: string | null
  seller: string | null
  category: string | null
  condition: string | null
  /** Plain text, at most 10,000 characters. */
  description: string | null
  imageUrls: string[]
  startingPriceCents: number | null
  currentPriceCents: number
  /** The next acceptable bid. */
  minimumBidCents: number
  bidIncrementCents: number | null
  bidCount: number | null
  /** Null if the site calculates it per address. */
  shippingCents: number | null
  handlingCents: number | null
  pickupOnly: boolean | null
  /** The seller combines the shipping of several items. */
  combinesShipping: boolean | null
  /** Epoch ms. If the site's local time occurs twice and nothing decides which is meant, the earlier instant. */
  endsAt: number
  endsAtAmbiguous: boolean
  closed: boolean
  /** Sold at a fixed price only: the item takes no bids. */
  fixedPrice: boolean
  /** False: the price is below what the seller wants, so that nobody wins. Null when the site does not say. */
  isReserveMet: boolean | null
  clock: ClockSample
  /** Null while the auction is open, and when the site does not show the bidders in a form that is understood. */
  bidders: BidderAmounts | null
  /** The standing of the session's owner; null for an anonymous read. */
  standing: BidderStanding | null
}

/** An amount that the site's calculator does not say is null. */
export type ShippingEstimate = { shippingCents: number | null; handlingCents: number | null }

/** How many people bid, and the highest amount of each, highest first: the leader's is the final price. No names. */
export type BidderAmounts = { count: number; amountsCents: number[] }

export type BidderStanding = {
  /** The site says this user leads (or, once closed, has won). */
  leads: boolean
  /** The site says another bidder leads (or, once closed, has won). It may say neither. */
  otherLeads: boolean
  /**
   * The user's own bids that the site shows, oldest first. The site shows a leading bid at the current price, not at its
   * maximum.
   */
  ownBids: { amountCents: number; at: number }[]
  /** The user's own bids that were taken back: by the seller, or by the site. */
  retractedBids: { amountCents: number; at: number }[]
}

/** An auction on which the user has bid. Null where the site does not say. `endsAt` is epoch ms. */
export type OpenAuction = {
  auctionId: string
  endsAt: number | null
  /** The site says this user leads. */
  leads: boolean | null
  /** The user's own maximum, of all bids made anywhere. */
  maximumCents: number | null
}

/** An open auction that the user watches at the site: the user's own maximum and note there, null without one. */
export type Favorite = { auctionId: string; maximumCents: number | null; note: string | null }

/** An item that the user has won. Null where the site does not say. */
export type Order = {
  auctionId: string
  orderId: string | null
  /** An order can hold several items of one seller. */
  itemsInOrder: number
  paid: boolean
  /** The final price. */
  priceCents: number | null
  /** The last day for paying, such as `2026-10-14`. */
  payBy: string | null
  /** The item's parts of the order's shipping and tax. */
  shippingCents: number | null
  taxCents: number | null
  handlingCents: number | null
  trackingNumber: string | null
  shipper: string | null
}

/**
 * What the site's search is asked for. It finds a word inside others too, and nobody has proved that it honours each filter: what it
 * finds has to be checked.
 */
export type SiteSearch = {
  words: readonly string[]
  maxPriceCents: number | null
  categoryId: string | null
  sellerId: string | null
  delivery: 'any' | 'shipped' | 'pickup'
  /** `open`: the latest end first. `closed`: what closed within 90 days. */
  among: 'open' | 'closed'
  /** From 1. */
  page: number
}

/** A page of results. Each item once, although the site may repeat it. */
export type FoundPage = {
  items: FoundItem[]
  /** How many items the site finds: its own count, but for the last page, whose rows can be counted. */
  count: number
  isLast: boolean
  /** For the log, of a page that is not as it should be: its rows, those that were not understood, those that repeat an item, and the site's count. */
  odd: { rows: number; unread: number; repeated: number; count: number | null } | null
}

export type FoundItem = {
  auctionId: string
  title: string
  sellerId: string
  categoryId: string | null
  category: string | null
  imageUrl: string | null
  priceCents: number
  bidCount: number
  /** Epoch ms; of a local time that occurs twice the earlier instant. */
  endsAt: number
}

/** A connection for one user's bids. Reading pages on it keeps it warm. */
export type BidConnection = AsyncDisposable & {
  /** Whether a bid could be sent at this instant, as far as this machine can tell. */
  readonly isOpen: boolean
  /** Connects if not connected, so that a bid can be sent. Throws `SiteError` if the site accepts no connection. */
  connect(signal?: AbortSignal): Promise<void>
  /** Connects if not connected, and reads the item as the user sees it, as `Marketplace.readItem` does. */
  readItem(auctionId: string, signal?: AbortSignal): Promise<ItemReading>
  /** Builds the request byte for byte. The amount is always the whole maximum. */
  prepareBid(order: BidOrder): PreparedBid
}

export type BidOrder = { auctionId: string; sellerId: string; maximum: Maximum }

export type PreparedBid = {
  /**
   * Sends with one write, in this turn of the event loop. Call it once. `sentAt` is the monotonic instant of the write.
   * `response` never rejects: every failure is a response of a kind such as `unknown` or `not_sent`. Aborting `givenUp`
   * resets the connection, and the response is `unknown` then.
   */
  fire(givenUp?: AbortSignal): { sentAt: number; response: Promise<BidResponse> }
}

/**
 * The site's response to a bid. `siteMessage` is its message as plain text, empty without one; `problem` says in our words
 * why there is no clear response. `shape` is the form of a reply that the product does not know, without what is secret in it.
 */
export type BidResponse = { receivedAt: number; problem?: string; shape?: string } & (
  | { kind: 'leading'; siteMessage: string; priceCents: number | null }
  /** Another bidder has a higher maximum, or an equal one that came first. */
  | { kind: 'outbid'; siteMessage: string; priceCents: number | null }
  | { kind: 'closed'; siteMessage: string }
  | { kind: 'too_low'; siteMessage: string; minimumBidCents: number | null }
  | { kind: 'account_limit'; siteMessage: string }
  | { kind: 'unauthorized'; siteMessage: string }
  /** Refused in words that are not known: the item must be read before sending again. */
  | { kind: 'refused'; siteMessage: string }
  /** Refused before the site processed the bid: safe to send again once allowed. */
  | { kind: 'blocked'; siteMessage: string }
  | { kind: 'rate_limited'; siteMessage: string; retryAfterMs: number | null }
  /** The request certainly never reached the site: safe to send again. */
  | { kind: 'not_sent'; siteMessage: string }
  /** Timed out, reset, 5xx or not understood: the bid may stand. The item must be read before sending again. */
  | { kind: 'unknown'; siteMessage: string }
)

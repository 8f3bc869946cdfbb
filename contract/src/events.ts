import * as z from 'zod/mini'
import { WireAuction } from './auctions/auction.ts'
import { WireBid } from './bids/bid.ts'
import { ConnectionStatus } from './connection.ts'
import { SiteTime } from './installation.ts'
import { PauseState } from './pause.ts'

/** `GET /api/events` returns `text/event-stream`. The request has the bearer token in its header. */
export const EVENTS_PATH = '/events'

/** The events that the server pushes, each one `data:` line of JSON. */
export const ServerEvent = z.discriminatedUnion('type', [
  /** The first event, repeated every 15 s. It also keeps the connection open. */
  z.object({ type: z.literal('site_time'), time: SiteTime }),
  /** A tracked auction has changed. The type says what the auction is now: open, closed with its result pending, or settled. */
  z.object({
    type: z.enum(['auction-updated', 'auction_ended', 'auction_status_changed']),
    auction: WireAuction,
  }),
  z.object({ type: z.literal('auction_removed'), id: z.int() }),
  /** A bid has changed; `bid_executed` while it stands at the site and has no result. */
  z.object({ type: z.enum(['bid_changed', 'bid_executed']), bid: WireBid }),
  z.object({ type: z.literal('connection_changed'), status: ConnectionStatus }),
  /** Bidding was paused or resumed, for this account or for all accounts. */
  z.object({ type: z.literal('pause_changed'), pause: PauseState }),
  /** There is a new notification, or some were read elsewhere. `unread` as in `UnreadCount`. */
  z.object({ type: z.literal('notifications_changed'), unread: z.int() }),
  /** The site's lists of orders were read again, or a won item was ticked as paid: the browser reads its wins again. */
  z.object({ type: z.literal('orders_changed') }),
  /** The account's trial, plan, subscription or invoices have changed: the browser reads all four again. */
  z.object({ type: z.literal('plan_changed') }),
  /** The browser may have missed events and must read everything again. */
  z.object({ type: z.literal('resync') }),
  /** This session has ended. The connection closes after this event. */
  z.object({ type: z.literal('session_ended') }),
])
export type ServerEvent = z.infer<typeof ServerEvent>

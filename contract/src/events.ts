import * as z from 'zod/mini'
import { WireAuction } from './auction.ts'
import { WireBid } from './bid.ts'
import { SiteTime } from './clock.ts'
import { IntegrationStatus } from './connection.ts'
import { PauseState } from './pause.ts'

/** `GET /api/events`, `text/event-stream`, opened with the bearer token in its header. */
export const EVENTS_PATH = '/events'

/** What the server says unasked, each as one `data:` line of JSON. */
export const ServerEvent = z.discriminatedUnion('type', [
  /** First of all, and every 15 s: the site's time, which also keeps the line open. */
  z.object({ type: z.literal('site_time'), time: SiteTime }),
  z.object({ type: z.literal('auction_changed'), auction: WireAuction }),
  z.object({ type: z.literal('auction_removed'), id: z.int() }),
  z.object({ type: z.literal('bid_changed'), bid: WireBid }),
  z.object({ type: z.literal('connection_changed'), status: IntegrationStatus }),
  /** Bidding was paused or resumed, for this account or for everybody. */
  z.object({ type: z.literal('pause_changed'), pause: PauseState }),
  /** Something may have been missed: read everything again. */
  z.object({ type: z.literal('resync') }),
  /** This session has ended; the line closes after it. */
  z.object({ type: z.literal('session_ended') }),
])
export type ServerEvent = z.infer<typeof ServerEvent>

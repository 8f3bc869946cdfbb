import * as z from 'zod/mini'
import { commaSeparated, type Endpoint, IdParams } from '../endpoint.ts'
import { PAGE } from '../limits.ts'

/** What happened to the user's bids, auctions, site login, account or plan. `messages.notification` has its sentences. */
const WireNotification = z.object({
  id: z.int(),
  /** One of `messages.notification.KINDS`, or a kind that this version does not know. */
  kind: z.string(),
  values: z.record(z.string(), z.unknown()),
  at: z.iso.datetime(),
  read_at: z.nullable(z.iso.datetime()),
  /** Null for a notification that is not about a bid, and for a bid that was deleted from the history. */
  bid_id: z.nullable(z.int()),
  /** The auction that it is about. `tracked_auction_id` is null when the user tracks it no longer. */
  auction: z.nullable(
    z.object({
      auction_id: z.string(),
      tracked_auction_id: z.nullable(z.int()),
      title: z.string(),
      image_url: z.nullable(z.string()),
      item_url: z.string(),
    }),
  ),
})
export type WireNotification = z.infer<typeof WireNotification>

/** How many notifications are unread, at most one more than are shown exactly: `messages.unread.MAX_EXACT`. */
const UnreadCount = z.object({ unread: z.int() })

const KindName = /^[a-z_]{1,40}$/

export const listNotifications = {
  method: 'GET',
  path: '/notifications',
  access: 'signed-in',
  summary: "The user's notifications of the last 90 days, latest first",
  query: z.strictObject({
    kind: z.optional(
      z.string().check(
        z.maxLength(1_000),
        z.refine(
          (kinds) => kinds.split(',').every((kind) => KindName.test(kind)),
          'kind must be kinds of notifications separated by commas',
        ),
      ),
    ),
    unread: z.optional(commaSeparated(['true'], 'unread must be true')),
    cursor: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE.maxLimit))),
  }),
  data: z.object({ notifications: z.array(WireNotification), next_cursor: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const countUnread = {
  method: 'GET',
  path: '/notifications/unread',
  access: 'signed-in',
  summary: 'How many notifications are unread; the event stream sends each change',
  data: UnreadCount,
} as const satisfies Endpoint

export const markRead = {
  method: 'POST',
  path: '/notifications/:id/read',
  access: 'signed-in',
  summary: 'Mark a notification as read; answers how many are still unread',
  params: IdParams,
  data: UnreadCount,
} as const satisfies Endpoint

export const markAllRead = {
  method: 'POST',
  path: '/notifications/read',
  access: 'signed-in',
  summary: 'Mark the notifications up to one as read; answers how many are still unread',
  body: z.strictObject({
    /** The latest one that the user has seen: what has come since stays unread. */
    up_to: z.int().check(z.positive()),
  }),
  data: UnreadCount,
} as const satisfies Endpoint

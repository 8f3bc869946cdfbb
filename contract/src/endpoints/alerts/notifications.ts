import * as z from 'zod/mini'
import { WireNotification } from '../../alerts/notification.ts'
import { commaSeparated, type Endpoint, IdParams } from '../../endpoint.ts'
import { PAGE } from '../../limits.ts'

/** How many notifications are unread, at most one more than are shown exactly: `messages.unread.MAX_EXACT`. */
const UnreadCount = z.object({ unread: z.int() })

const KindName = /^[a-z_]{1,40}$/

export const listNotifications = {
  method: 'GET',
  path: '/notifications',
  access: 'signed-in',
  scope: 'read',
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
  scope: 'read',
  summary: 'How many notifications are unread; the event stream sends each change',
  data: UnreadCount,
} as const satisfies Endpoint

export const markRead = {
  method: 'POST',
  path: '/notifications/:id/read',
  access: 'signed-in',
  scope: 'people',
  summary: 'Mark a notification as read; answers how many are still unread',
  params: IdParams,
  data: UnreadCount,
} as const satisfies Endpoint

export const markAllRead = {
  method: 'POST',
  path: '/notifications/read',
  access: 'signed-in',
  scope: 'people',
  summary: 'Mark the notifications up to one as read; answers how many are still unread',
  body: z.strictObject({
    /** The latest one that the user has seen: what has come since stays unread. */
    up_to: z.int().check(z.positive()),
  }),
  data: UnreadCount,
} as const satisfies Endpoint

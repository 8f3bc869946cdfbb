import * as z from 'zod/mini'
import { AdminReason, Overview } from '../../admin.ts'
import { type Endpoint, NoData } from '../../endpoint.ts'
import { NotStopped } from '../../pause.ts'

export const readOverview = {
  method: 'GET',
  path: '/admin',
  access: 'admin',
  scope: 'people',
  summary: 'The state of the installation, and what is wrong with it',
  data: Overview,
} as const satisfies Endpoint

export const readPauseReach = {
  method: 'GET',
  path: '/admin/pause',
  access: 'admin',
  scope: 'people',
  summary: 'What a pause for all would concern now',
  data: z.object({
    /** Bids that are due within an hour. Counting stops at 10,000. */
    due: z.int(),
    /** Those of them that no pause stops any more, a hundred at most. */
    locked_in: z.array(z.object({ id: z.int(), auction_id: z.string(), title: z.string() })),
  }),
} as const satisfies Endpoint

/** Every user sees the reason of a pause. Answers when engines have released the bids that can be stopped. */
export const setPauseForAll = {
  method: 'POST',
  path: '/admin/pause',
  access: 'admin-proven',
  scope: 'people',
  summary: "Pause everybody's bids, let no new ones arm, or resume bidding",
  body: z.strictObject({ state: z.enum(['all', 'no_new', 'off']), reason: AdminReason }),
  data: z.object({ not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

export const clearAlarm = {
  method: 'POST',
  path: '/admin/alarms/clear',
  access: 'admin-proven',
  scope: 'people',
  summary: 'Clear an alarm. The same is raised again when it is found again',
  body: z.strictObject({
    kind: z.string().check(z.maxLength(100)),
    subject: z.string().check(z.maxLength(1_000)),
    reason: AdminReason,
  }),
  data: NoData,
} as const satisfies Endpoint

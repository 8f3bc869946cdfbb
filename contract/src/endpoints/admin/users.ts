import * as z from 'zod/mini'
import { AdminReason, UserDetails, UserSummary } from '../../admin.ts'
import { type Endpoint, IdParams, NoData } from '../../endpoint.ts'
import { NotStopped } from '../../pause.ts'

const WithReason = z.strictObject({ reason: AdminReason })

export const listUsers = {
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  scope: 'people',
  summary: 'Users by number or by how the address begins; without either, all, latest first',
  query: z.strictObject({
    q: z.optional(z.string().check(z.maxLength(254))),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  data: z.object({
    users: z.array(UserSummary),
    /** Null on the last page, and in a search, which finds 25 at most. */
    next_cursor: z.nullable(z.string()),
    /** Whether a search found more than these. */
    is_cut: z.boolean(),
  }),
} as const satisfies Endpoint

/** No password, no site login, and no maximum of a bid that is not settled. */
export const readUser = {
  method: 'GET',
  path: '/admin/users/:id',
  access: 'admin',
  scope: 'people',
  summary: 'What helps a user: ways to sign in, plan, site connection, latest bids and security events',
  params: IdParams,
  data: UserDetails,
} as const satisfies Endpoint

/** The owner gets a mail with the reason. Answers when engines have released the bids that can be stopped. */
export const suspendUser = {
  method: 'POST',
  path: '/admin/users/:id/suspend',
  access: 'admin-proven',
  scope: 'people',
  summary: 'Suspend an account: its sessions end, nobody signs in, and its bidding is paused',
  params: IdParams,
  body: WithReason,
  data: z.object({ not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

export const reinstateUser = {
  method: 'POST',
  path: '/admin/users/:id/reinstate',
  access: 'admin-proven',
  scope: 'people',
  summary: 'Lift the suspension of an account. Its bidding stays paused until the owner resumes it',
  params: IdParams,
  body: WithReason,
  data: NoData,
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  summary: 'End this session',
  data: NoData,
} as const satisfies Endpoint

export const Session = z.object({
  id: z.uuid(),
  /** The browser and the system that signed in, such as 'Firefox on Windows'. */
  device: z.string(),
  /** The address that signed in, and the address that last refreshed the token. */
  ip_address: z.nullable(z.string()),
  last_ip_address: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  remember_me: z.boolean(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = {
  method: 'GET',
  path: '/account/sessions',
  access: 'signed-in',
  summary: 'Where the account is signed in, last used first',
  data: z.object({ sessions: z.array(Session) }),
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'signed-in',
  summary: 'Sign out one session of the account',
  params: z.strictObject({ id: z.uuid() }),
  data: NoData,
} as const satisfies Endpoint

export const endSessions = {
  method: 'POST',
  path: '/account/sessions/end',
  access: 'signed-in',
  summary: 'Sign out everywhere, or everywhere else',
  body: z.strictObject({ except_this: z.boolean() }),
  data: z.object({ ended: z.int() }),
} as const satisfies Endpoint

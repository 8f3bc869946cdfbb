import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'
import { Session, Token, WireSecurityEvent } from '../identity/session.ts'

const token = z.string().check(z.minLength(1), z.maxLength(8_192))

export const refreshToken = {
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'anyone',
  scope: 'open',
  summary: 'Exchange a token, which may have expired, for a new one',
  body: z.strictObject({
    token,
    /** The user asks for a longer session. */
    extend: z.optional(z.boolean()),
  }),
  data: NoData,
  top: Token,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  scope: 'people',
  summary: 'End this session',
  data: NoData,
} as const satisfies Endpoint

export const listSessions = {
  method: 'GET',
  path: '/account/sessions',
  access: 'signed-in',
  scope: 'people',
  summary: 'Where the account is signed in, last used first',
  data: z.object({ sessions: z.array(Session) }),
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Sign out one session of the account',
  params: z.strictObject({ id: z.uuid() }),
  data: NoData,
} as const satisfies Endpoint

export const endSessions = {
  method: 'POST',
  path: '/account/sessions/end',
  access: 'signed-in',
  scope: 'people',
  summary: 'Sign out everywhere, or everywhere else',
  body: z.strictObject({ except_this: z.boolean() }),
  data: z.object({ ended: z.int() }),
} as const satisfies Endpoint

export const listSecurityEvents = {
  method: 'GET',
  path: '/account/security-events',
  access: 'signed-in',
  scope: 'people',
  summary: 'Who signed in or tried to, and what changed about the protection of the account; latest first',
  query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(100))) }),
  data: z.object({ events: z.array(WireSecurityEvent), next_cursor: z.nullable(z.string()) }),
} as const satisfies Endpoint

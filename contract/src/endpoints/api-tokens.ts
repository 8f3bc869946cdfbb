import * as z from 'zod/mini'
import { type Endpoint, NoData, TokenScope } from '../endpoint.ts'
import { ApiToken, OwnToken } from '../identity/api-token.ts'

export const listApiTokens = {
  method: 'GET',
  path: '/account/tokens',
  access: 'signed-in',
  scope: 'people',
  summary: "The tokens by which programs call for the user, latest first, with each one's last use",
  data: z.object({ tokens: z.array(ApiToken) }),
} as const satisfies Endpoint

export const makeApiToken = {
  method: 'POST',
  path: '/account/tokens',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Make a token for a program, which is answered this once',
  body: z.strictObject({
    name: z.string().check(z.maxLength(1_000)),
    scope: TokenScope,
    /** Dollars; for the scope `bid` both are needed, for the others there are none. */
    max_bid: z.optional(z.number()),
    day_cap: z.optional(z.number()),
    /** Dollars, below `max_bid`: a bid above it waits for the owner's tap. 0: each bid waits. */
    ask_above: z.optional(z.number()),
    /** How many days it lives; 90 by default. */
    days: z.optional(z.number()),
  }),
  data: z.object({ secret: z.string(), token: ApiToken }),
} as const satisfies Endpoint

export const revokeApiToken = {
  method: 'DELETE',
  path: '/account/tokens/:id',
  access: 'recently-proven',
  scope: 'people',
  spends: 'safety',
  summary: 'End a token; the bids that it has scheduled stay',
  params: z.strictObject({ id: z.uuid() }),
  data: NoData,
} as const satisfies Endpoint

export const readOwnToken = {
  method: 'GET',
  path: '/token',
  access: 'signed-in',
  scope: 'read',
  summary: 'What the API token of this call may do, what is left of its caps, and when it expires',
  data: OwnToken,
} as const satisfies Endpoint

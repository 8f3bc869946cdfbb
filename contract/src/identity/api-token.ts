import * as z from 'zod/mini'
import { TokenScope } from '../endpoint.ts'

/** A token by which a program calls the API for its owner. The token itself is answered once, when it is made. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: TokenScope,
  /** What one bid may be, and what the bids on auctions that close on one day in Pacific time may come to, in dollars. Null without `bid`. */
  max_bid: z.nullable(z.number()),
  day_cap: z.nullable(z.number()),
  /** Above this amount its bids wait for the owner's tap, in dollars. Null: none waits. */
  ask_above: z.nullable(z.number()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** To the minute; null until a program uses it. */
  last_used_at: z.nullable(z.iso.datetime()),
  last_ip_address: z.nullable(z.string()),
})
export type ApiToken = z.infer<typeof ApiToken>

/** What a program reads of its own token. Days are those of closes, in Pacific time. */
export const OwnToken = z.object({
  ...z.pick(ApiToken, { name: true, scope: true, max_bid: true, day_cap: true, ask_above: true, expires_at: true })
    .shape,
  today: z.string(),
  /** What its bids on auctions that close today may still come to, in dollars. Null without `bid`. */
  left_today: z.nullable(z.number()),
  /** The same for each day from today on with bids of the token; every other day has the whole `day_cap`. */
  days: z.array(z.object({ day: z.string(), spoken_for: z.number(), left: z.number() })),
})
export type OwnToken = z.infer<typeof OwnToken>

export const API_TOKEN = {
  maxNameLength: 60,
  defaultDays: 90,
  maxDays: 366,
  /** Of one account. */
  maxTokens: 20,
} as const

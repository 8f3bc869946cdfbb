import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/**
 * What keeps bids from being sent. `own`: the user paused. `operator`: this installation's operator did, for everybody:
 * `all`, or `no_new`, which lets bids go on that an engine had armed before.
 */
export const PauseState = z.object({
  own: z.nullable(z.object({ since: z.iso.datetime() })),
  operator: z.nullable(
    z.object({ state: z.enum(['no_new', 'all']), reason: z.nullable(z.string()), since: z.iso.datetime() }),
  ),
})
export type PauseState = z.infer<typeof PauseState>

/** A bid that a pause came too late for, or whose engine has not answered, with the reason in words. */
export const NotStopped = z.object({
  id: z.int(),
  auction_id: z.string(),
  title: z.string(),
  because: z.enum(['locked_in', 'not_confirmed']),
  message: z.string(),
})
export type NotStopped = z.infer<typeof NotStopped>

export const readPause = {
  method: 'GET',
  path: '/bids/pause',
  access: 'signed-in',
  summary: 'Whether bidding is paused, and by whom',
  data: z.object({ pause: PauseState }),
} as const satisfies Endpoint

/** Pausing answers once no engine holds a bid that could still be stopped; those that could not be are listed. */
export const setPause = {
  method: 'PUT',
  path: '/bids/pause',
  access: 'signed-in',
  summary: 'Pause or resume all of the user’s bidding',
  body: z.strictObject({ paused: z.boolean() }),
  data: z.object({ pause: PauseState, not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

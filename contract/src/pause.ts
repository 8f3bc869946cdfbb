import * as z from 'zod/mini'

/**
 * Pauses that stop bids from being sent: the user's own, and the operator's for all accounts. The operator's state
 * `no_new` still sends bids that an engine had armed before the pause; `all` sends none.
 */
export const PauseState = z.object({
  own: z.nullable(z.object({ since: z.iso.datetime() })),
  operator: z.nullable(
    z.object({ state: z.enum(['no_new', 'all']), reason: z.nullable(z.string()), since: z.iso.datetime() }),
  ),
})
export type PauseState = z.infer<typeof PauseState>

/**
 * A bid that a pause, or a change of the site login, did not stop: it was locked in already, or its engine has not
 * confirmed.
 */
export const NotStopped = z.object({
  id: z.int(),
  auction_id: z.string(),
  title: z.string(),
  because: z.enum(['locked_in', 'not_confirmed']),
  message: z.string(),
})
export type NotStopped = z.infer<typeof NotStopped>

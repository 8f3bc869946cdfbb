import { api, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { type AnyCaller, route, type Route } from '../http/route.ts'
import type { Clock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { readServiceLevel } from './read-service-level.ts'
import { readStatus } from './read-status.ts'

const FIGURES_FRESH_MS = 60_000
/** Less: who asks whether it works now wants to know of now. */
const STATUS_FRESH_MS = 5_000

export function serviceLevelRoutes(ctx: Ctx, isPractice: boolean): Route[] {
  const { clock, plans } = ctx
  const figures = shareAnswer(clock, FIGURES_FRESH_MS, () => readServiceLevel(ctx, isPractice))
  const status = shareAnswer(clock, STATUS_FRESH_MS, () => readStatus(ctx))
  // An installation without plans is private.
  const requireReader = (caller: AnyCaller | null) => {
    if (caller === null && plans === null) throw new AppError('not_signed_in', messages.serviceLevel.forUsersOnly)
  }
  return [
    route(api.readServiceLevel, async ({ caller }) => {
      requireReader(caller)
      return { data: await figures() }
    }),
    route(api.readServiceStatus, async ({ caller }) => {
      requireReader(caller)
      return { data: await status() }
    }),
  ]
}

/**
 * Shares the result of `work` among all who ask for it within `freshMs`, so that strangers cannot make the database work. A
 * failure is not kept.
 */
function shareAnswer<T>(clock: Clock, freshMs: number, work: () => Promise<T>): () => Promise<T> {
  let shared: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock.monotonic()
    if (shared !== null && now - shared.at < freshMs) return shared.answer
    const begun = { at: now, answer: work() }
    shared = begun
    begun.answer.catch(() => {
      if (shared === begun) shared = null
    })
    return begun.answer
  }
}

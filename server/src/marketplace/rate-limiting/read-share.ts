import { BURST } from './bucket.ts'

/** One account's share of a site's read budget. `at` is epoch ms on the database's clock. */
export type ReadShare = { at: number; tokens: number }

/** A quarter of the budget for each account, so that nobody's reads keep others waiting. */
const SHARE = 1 / 4
const SHARE_BURST = BURST * SHARE

export const fullShare = (now: number): ReadShare => ({ at: now, tokens: SHARE_BURST })

/** The share at a later instant. If the clock was set back, nothing is refilled. */
export function advanceShare(now: number, { at, tokens }: ReadShare, readsPerSecond: number): ReadShare {
  const gained = (Math.max(0, now - at) / 1_000) * readsPerSecond * SHARE
  return { at: now, tokens: Math.min(SHARE_BURST, tokens + gained) }
}

/** How long until the share holds a read, ms; 0 when it holds one. */
export const shareWaitMs = ({ tokens }: ReadShare, readsPerSecond: number): number =>
  tokens >= 1 ? 0 : Math.max(1, ((1 - tokens) / (readsPerSecond * SHARE)) * 1_000)

/**
 * In how many ms each of some refreshes may be read that an account asks for, and until when, in ms from now, its share is
 * planned for then: as fast as the share is refilled, after a first burst. `plannedMs` is what is planned already.
 */
export function planRefreshes(count: number, plannedMs: number, readsPerSecond: number) {
  const intervalMs = 1_000 / (readsPerSecond * SHARE)
  const startMs = Math.max(0, plannedMs)
  const delaysMs = Array.from({ length: count }, (_, place) =>
    Math.round(Math.max(0, startMs + (place + 1 - SHARE_BURST) * intervalMs)),
  )
  return { delaysMs, plannedMs: startMs + count * intervalMs }
}

export const spendRead = (share: ReadShare): ReadShare => ({ ...share, tokens: share.tokens - 1 })

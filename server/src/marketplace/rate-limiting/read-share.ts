import { BURST } from './bucket.ts'

/** One account's share of a site's read budget. `at` is epoch ms on the database's clock. */
export type ReadShare = { at: number; tokens: number }

/** The most that one account gets of the budget, so that its reads keep nobody waiting. */
const LARGEST = 1 / 4
/** The reads that a share holds at least, however small it is. */
const LEAST_BURST = 1
/** What an account counts whose address nobody has verified: anybody has any number of them. */
const UNVERIFIED_WEIGHT = 1 / 4
/** What asking for an item costs that the site does not have, beside the read. */
const UNKNOWN_ITEM_COST = 3

/** The readers of the last minute, apart from the one that asks. Each counts 1, or less while its address is unverified. */
export type OtherReaders = { verified: number; unverified: number }

/**
 * The part of the budget that an account gets: a quarter, and less where the readers at the time would use more than all of
 * it. Accounts that are not verified get less than those that are, while such a one reads.
 */
export function shareOf(isVerified: boolean, { verified, unverified }: OtherReaders): number {
  const own = isVerified ? 1 : UNVERIFIED_WEIGHT
  const weights = own + verified + unverified * UNVERIFIED_WEIGHT
  const largest = isVerified || verified > 0 ? 1 : UNVERIFIED_WEIGHT
  return own / Math.max(largest / LARGEST, weights)
}

const burstOf = (share: number) => Math.max(LEAST_BURST, BURST * share)

export const fullShare = (now: number, share = LARGEST): ReadShare => ({ at: now, tokens: burstOf(share) })

type Rate = { readsPerSecond: number; share: number }

/** The share at a later instant. If the clock was set back, nothing is refilled. */
export function advanceShare(now: number, { at, tokens }: ReadShare, { readsPerSecond, share }: Rate): ReadShare {
  const gained = (Math.max(0, now - at) / 1_000) * readsPerSecond * share
  return { at: now, tokens: Math.min(burstOf(share), tokens + gained) }
}

/** How long until the share holds a read, ms; 0 when it holds one. */
export const shareWaitMs = ({ tokens }: ReadShare, { readsPerSecond, share }: Rate): number =>
  tokens >= 1 ? 0 : Math.max(1, ((1 - tokens) / (readsPerSecond * share)) * 1_000)

/**
 * In how many ms each of some refreshes may be read that an account asks for, and until when, in ms from now, its share is
 * planned for then: as fast as the share is refilled, after a first burst. `plannedMs` is what is planned already.
 */
export function spreadRefreshes(count: number, plannedMs: number, readsPerSecond: number) {
  const intervalMs = 1_000 / (readsPerSecond * LARGEST)
  const startMs = Math.max(0, plannedMs)
  const delaysMs = Array.from({ length: count }, (_, place) =>
    Math.round(Math.max(0, startMs + (place + 1 - burstOf(LARGEST)) * intervalMs)),
  )
  return { delaysMs, plannedMs: startMs + count * intervalMs }
}

export const spendRead = (share: ReadShare): ReadShare => ({ ...share, tokens: share.tokens - 1 })

/** The share after its account has asked for an item that the site does not have. */
export const spendUnknownItem = (share: ReadShare): ReadShare => ({
  ...share,
  tokens: share.tokens - UNKNOWN_ITEM_COST,
})

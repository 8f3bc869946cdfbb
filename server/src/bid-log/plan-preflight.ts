import type { PreflightCode } from '@bidwell/contract'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const FIRST_CHECKPOINT_MS = 24 * HOUR
/** The last check before the engine takes over. */
export const FINAL_CHECKPOINT_MS = 15 * MINUTE
/** How long before its moment to fire a bid is checked ahead. */
const CHECKPOINTS_MS = [FIRST_CHECKPOINT_MS, HOUR, FINAL_CHECKPOINT_MS]
/** From here on the engine has the bid: it opens the login and reads the item itself, and must not be disturbed. */
export const CUTOFF_MS = 2 * MINUTE
/** Of one account's checks, those that fall due within this are done together: its login is then tried once. */
export const GROUPING_WINDOW_MS = MINUTE

/** How soon to look again at what time or its owner may have mended, and no change of ours would tell. */
const RECHECK_AFTER_MS: Partial<Record<PreflightCode, number>> = {
  site_unreachable: MINUTE,
  item_missing: 2 * MINUTE,
  login_missing: 5 * MINUTE,
  login_refused: 5 * MINUTE,
  login_paused: 5 * MINUTE,
  leading_many: 15 * MINUTE,
  unpaid_items: 5 * MINUTE,
  account_limit: 5 * MINUTE,
}

/** Due as soon as somebody gets to it. */
export const DUE_NOW = new Date(0)

/** When a bid is checked for the first time; long past for one that is scheduled late. Instants are epoch ms. */
export const firstPreflight = (fireAt: number): Date => new Date(fireAt - FIRST_CHECKPOINT_MS)

/** When a bid is checked next, after a check at `now` that found this; null for no more. Instants are epoch ms. */
export function nextPreflight(fireAt: number, now: number, found: readonly PreflightCode[]): Date | null {
  const checkpoints = CHECKPOINTS_MS.map((beforeMs) => fireAt - beforeMs).filter((at) => at > now + GROUPING_WINDOW_MS)
  const again = found.flatMap((code) => RECHECK_AFTER_MS[code] ?? []).map((afterMs) => now + afterMs)
  const next = Math.min(...checkpoints, ...again)
  return next <= fireAt - CUTOFF_MS ? new Date(next) : null
}

/** How many of its checkpoints a bid has passed at an instant. */
export const checkpointsPassed = (fireAt: number, at: number): number =>
  CHECKPOINTS_MS.filter((beforeMs) => at >= fireAt - beforeMs - GROUPING_WINDOW_MS).length

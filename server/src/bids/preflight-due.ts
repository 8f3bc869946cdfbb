import type { PreflightCode } from '@bidwell/contract'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const FIRST_CHECKPOINT_MS = 24 * HOUR
/** The last checkpoint before the engine arms the bid. */
export const FINAL_CHECKPOINT_MS = 15 * MINUTE
/** How long before `fireAt` a bid has its preflights. */
const CHECKPOINTS_MS = [FIRST_CHECKPOINT_MS, HOUR, FINAL_CHECKPOINT_MS]
/** At these, the shipping of a bid with a delivered price is quoted again. */
export const QUOTE_CHECKPOINTS_MS = [FIRST_CHECKPOINT_MS, HOUR]
/** No preflight starts later than this before `fireAt`: the engine then opens the login and reads the item itself. */
export const CUTOFF_MS = 2 * MINUTE
/** Preflights of one account that are due within this time run together, so that its login is tried once. */
export const GROUPING_WINDOW_MS = MINUTE

/** How soon to repeat a preflight after a finding that can disappear without a change in our database. */
const RECHECK_AFTER_MS: Partial<Record<PreflightCode, number>> = {
  site_unreachable: MINUTE,
  item_missing: 2 * MINUTE,
  login_missing: 5 * MINUTE,
  login_refused: 5 * MINUTE,
  leading_many: 15 * MINUTE,
  unpaid_items: 5 * MINUTE,
  account_limit: 5 * MINUTE,
}

/** A due time in the past: the preflight runs as soon as possible. */
export const DUE_NOW = new Date(0)

/** When a new bid has its first preflight; in the past for a bid that is scheduled late. `fireAt` is epoch ms. */
export const firstPreflight = (fireAt: number): Date => new Date(fireAt - FIRST_CHECKPOINT_MS)

/** When the next preflight is due after a preflight at `now` with these findings; null for never. Epoch ms. */
export function nextPreflight(fireAt: number, now: number, findings: readonly PreflightCode[]): Date | null {
  const checkpoints = CHECKPOINTS_MS.map((beforeMs) => fireAt - beforeMs).filter((at) => at > now + GROUPING_WINDOW_MS)
  const rechecks = findings.flatMap((code) => RECHECK_AFTER_MS[code] ?? []).map((afterMs) => now + afterMs)
  const next = Math.min(...checkpoints, ...rechecks)
  return next <= fireAt - CUTOFF_MS ? new Date(next) : null
}

/** How many of its checkpoints a bid has passed at an instant. Epoch ms. */
export const checkpointsPassed = (fireAt: number, at: number): number =>
  CHECKPOINTS_MS.filter((beforeMs) => at >= fireAt - beforeMs - GROUPING_WINDOW_MS).length

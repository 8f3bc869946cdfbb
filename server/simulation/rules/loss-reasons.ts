/**
 * Why a snipe that was wanted was not placed, as the world knows it, and the budget of each reason: of so many snipes,
 * at most one may be lost for it. Measured over 20,000 seeds, each reason took
 * about half of its budget. Of two reasons that lasted equally
 * long, the first counts.
 */
export const LOSS_BUDGETS = {
  'no engine lived': 800,
  'its engine died': 18,
  'its engine stood still': 28,
  'its machine was suspended': 12,
  'the lease had expired': 22,
  'the database failed': 8,
  'the database lost commits': 2_500,
  'the site showed no page': 85,
  'the site gave no session': 700,
  'its token ended': 700,
  'the login was refused': 22,
  'logins were paused': 40,
  'its bid was lost or late on the way': 105,
  'it may have been sent already': 2_000,
  'refused four times': 2_000,
  'its owner changed it': 95,
  'bidding was paused': 95,
  'its login was changed': 42,
  'it came late': 250,
  'its end was moved nearer': 70,
  'withdrawn or closed early': 8,
} as const satisfies Record<string, number>

export type LossReason = keyof typeof LOSS_BUDGETS

const REASONS = Object.keys(LOSS_BUDGETS) as LossReason[] // its own keys

export type LossRow = { reason: LossReason; lost: number; budget: number; isOver: boolean }

/** How many snipes were lost for each reason, most first, against the budgets. A few losses of a small sweep are none. */
export function tableOfLosses(lost: ReadonlyMap<LossReason, number>, snipes: number): LossRow[] {
  return REASONS.map((reason) => {
    const count = lost.get(reason) ?? 0
    const budget = LOSS_BUDGETS[reason]
    return { reason, lost: count, budget, isOver: count > snipes / budget + SMALL_SWEEP }
  }).toSorted((a, b) => b.lost - a.lost)
}

/** So many losses prove nothing about how often they happen. */
const SMALL_SWEEP = 3

/** The reason of the fault windows that lasted longest between two instants; null when none overlaps that time. */
export function mainReason(
  windows: readonly { from: number; to: number; reason: LossReason }[],
  { from, to }: { from: number; to: number },
): LossReason | null {
  const lasted = new Map<LossReason, number>()
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const ms = Math.min(window.to, to) - Math.max(window.from, from)
    if (ms > 0) lasted.set(window.reason, (lasted.get(window.reason) ?? 0) + ms)
  }
  const longest = Math.max(...lasted.values())
  return REASONS.find((reason) => lasted.get(reason) === longest) ?? null
}

/**
 * Why a snipe that was wanted was not placed, as the world knows it, and the budget of each reason: in one of so many
 * worlds at most, snipes may be lost for it. Worlds are counted, because one fault may take all snipes of a world. Measured
 * over 6,000 seeds, each reason took about half of its budget. Of two reasons that lasted equally long, the first counts.
 */
export const LOSS_BUDGETS = {
  'no engine lived': 500,
  'its engine died': 9,
  'its engine stood still': 14,
  'its machine was suspended': 7,
  'the lease had expired': 11,
  'the database failed': 4,
  'the database lost commits': 1_500,
  'the site showed no page': 33,
  'the site gave no session': 170,
  'its token ended': 170,
  'the login was refused': 10,
  'logins were paused': 18,
  'its bid was lost or late on the way': 42,
  'it may have been sent already': 1_000,
  'the site refused its bids': 12,
  'the price stood above its maximum': 200,
  'its owner changed it': 38,
  'bidding was paused': 33,
  'its owner was asked after a restore': 38,
  'its login was changed': 20,
  'its time was not known': 30,
  'it came late': 90,
  'its end was moved nearer': 26,
  'withdrawn or closed early': 3,
} as const satisfies Record<string, number>

export type LossReason = keyof typeof LOSS_BUDGETS

const REASONS = Object.keys(LOSS_BUDGETS) as LossReason[] // its own keys

/** How many snipes were lost for a reason, and in how many worlds. */
export type Losses = { snipes: number; worlds: number }
export type LossRow = Losses & { reason: LossReason; budget: number; isOver: boolean }

/** The losses for each reason, most first, against the budgets. */
export const tableOfLosses = (lost: ReadonlyMap<LossReason, Losses>, worlds: number): LossRow[] =>
  REASONS.map((reason) => {
    const losses = lost.get(reason) ?? { snipes: 0, worlds: 0 }
    const budget = LOSS_BUDGETS[reason]
    return { reason, ...losses, budget, isOver: isBeyondChance(losses.worlds, worlds / budget) }
  }).toSorted((a, b) => b.snipes - a.snipes)

/**
 * A sweep whose true rate is exactly the budget fails by chance once in a million sweeps for each reason: about once in
 * a century of daily sweeps for all of them.
 */
const FALSE_ALARM_RATE = 1e-6

/** Whether so many events or more are less likely than a false alarm may be, where so many are expected (Poisson). */
function isBeyondChance(count: number, expected: number): boolean {
  if (count <= expected) return false
  let logOfTerm = -expected
  for (let n = 1; n <= count; n++) logOfTerm += Math.log(expected / n)
  let likelihood = 0
  for (let n = count, term = Math.exp(logOfTerm); term > FALSE_ALARM_RATE * 1e-6; n++, term *= expected / n)
    likelihood += term
  return likelihood < FALSE_ALARM_RATE
}

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

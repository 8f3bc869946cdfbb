/** An item whose last read failed by a fault that may be the item's own. Instants are on the database's clock. */
export type FailingItem = {
  /** The site's id of the item, or the name of another kind of read, such as `clock`. */
  item: string
  /** Failures in a row. */
  failures: number
  failedAt: number
  nextTryAt: number
}

const MAX_FAILING_ITEMS = 100
/** An item without a failure for this long counts as never failed. */
const FORGET_AFTER_MS = 10 * 60_000

/** Adds a failure of an item at the instant `at`; `pauseFor` is given the failures in a row. Pure. */
export function addFailure(
  items: readonly FailingItem[],
  { item, at }: { item: string; at: number },
  pauseFor: (failures: number) => number,
): FailingItem[] {
  const remembered = items.filter(({ failedAt, nextTryAt }) => at < Math.max(nextTryAt, failedAt + FORGET_AFTER_MS))
  const failures = (remembered.find((known) => known.item === item)?.failures ?? 0) + 1
  const failing = { item, failures, failedAt: at, nextTryAt: at + pauseFor(failures) }
  return [...withoutItem(remembered, item), failing].slice(-MAX_FAILING_ITEMS)
}

export const withoutItem = (items: readonly FailingItem[], item: string): FailingItem[] =>
  items.filter((known) => known.item !== item)

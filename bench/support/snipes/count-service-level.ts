import { measureBids } from '../../../server/src/health/measure-bids.ts'
import { readServiceLevel } from '../../../server/src/health/read-service-level.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Testbed } from '../testbed.ts'

/** A quarter of an hour later, every bid counts: those without a result as unknown. */
const LATER_MS = 15 * 60_000

/** What `/service-level` will say of all bids so far. */
export async function countServiceLevel({ ctx }: Testbed) {
  const later = { ...ctx, clock: { ...systemClock, now: () => systemClock.now() + LATER_MS } }
  await measureBids(later)
  const { figures } = await readServiceLevel(later, true)
  const period = figures[0]?.periods.at(-1)
  return { due: period?.due ?? 0, sent: period?.sent ?? 0, accepted: period?.accepted ?? 0 }
}

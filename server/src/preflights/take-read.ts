import type { ReadDeps } from '../auctions/read-item.ts'
import { neverAborted } from '../platform/with-timeout.ts'

const LOOK_EVERY_MS = 250
const WAIT_MS = 10_000

/** `away`: the site is in fault, and left alone. */
export type Granted = 'granted' | 'no_room' | 'away'

/** Waits a while for a read out of the site's budget. Whether a site in fault is well again is for others to try. */
export async function takeReadSoon({ reads, clock }: Pick<ReadDeps, 'reads' | 'clock'>): Promise<Granted> {
  const giveUpAt = clock.monotonic() + WAIT_MS
  for (;;) {
    const grant = await reads.acquire({ by: 'refresh', upTo: 1 })
    if (grant.kind === 'granted') {
      if (!grant.trial) return 'granted'
      await reads.refund(grant)
      return 'away'
    }
    if (grant.reason === 'site') return 'away'
    if (clock.monotonic() + grant.waitMs > giveUpAt) return 'no_room'
    await clock.sleepUntil(clock.monotonic() + Math.min(grant.waitMs, LOOK_EVERY_MS), neverAborted)
  }
}

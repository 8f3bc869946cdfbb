import type { ReadDeps } from '../auctions/read-item.ts'

const LOOK_EVERY_MS = 250
const WAIT_MS = 10_000

/** `away`: the site is in fault, and left alone. */
export type Granted = 'granted' | 'no_room' | 'away'

/** Waits a while for a read out of the site's budget. Whether a site in fault is well again is for others to try. */
export async function takeReadSoon({ reads, clock }: Pick<ReadDeps, 'reads' | 'clock'>): Promise<Granted> {
  const giveUpAt = clock.monotonic() + WAIT_MS
  for (;;) {
    const leave = await reads.take({ by: 'refresh', upTo: 1 })
    if (leave.kind === 'granted') {
      if (!leave.probe) return 'granted'
      await reads.giveBack(leave)
      return 'away'
    }
    if (leave.because === 'site') return 'away'
    if (clock.monotonic() + leave.waitMs > giveUpAt) return 'no_room'
    await clock.sleepUntil(clock.monotonic() + Math.min(leave.waitMs, LOOK_EVERY_MS), NEVER)
  }
}

const NEVER = new AbortController().signal

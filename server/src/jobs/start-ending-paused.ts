import type { PauseDeps } from '../pauses/await-release.ts'
import { endPausedBids } from '../pauses/end-paused-bids.ts'

const EVERY_MS = 5_000

type EndingDeps = PauseDeps & { onError: (error: unknown) => void }

/** Ends bids whose auctions close while bidding is paused, until disposed: no engine takes them, so nobody else would. */
export function startEndingPaused(deps: EndingDeps): AsyncDisposable {
  const { clock, onError } = deps
  const stopping = new AbortController()

  async function run() {
    while (!stopping.signal.aborted) {
      await endPausedBids(deps).catch(onError) // the database is away: the next turn tries again
      await clock.sleepUntil(clock.monotonic() + EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

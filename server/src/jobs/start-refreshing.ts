import type { ReadDeps } from '../auctions/read-item.ts'
import { refreshDueListings } from '../auctions/refresh-due-listings.ts'

/** How much later than it is due a listing may be read; small beside the quickest pace. */
const TURN_MS = 500
const READS_AT_ONCE = 8

type RefreshingDeps = ReadDeps & { onError: (error: unknown) => void }

/** Reads listings as they fall due, until disposed; reads still under way are given up then. */
export function startRefreshing(deps: RefreshingDeps): AsyncDisposable {
  const { clock, onError } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Set<Promise<void>>()

  function watch(read: Promise<unknown>) {
    const watched = settle()
    underWay.add(watched)

    async function settle() {
      try {
        await read
      } catch (error) {
        if (!signal.aborted) onError(error)
      } finally {
        underWay.delete(watched)
      }
    }
  }

  async function run() {
    while (!signal.aborted) {
      try {
        const room = READS_AT_ONCE - underWay.size
        if (room > 0) for (const read of await refreshDueListings(deps, room, signal)) watch(read)
      } catch (error) {
        onError(error) // the database is away: the next turn tries again
      }
      await clock.sleepUntil(clock.monotonic() + TURN_MS, signal).catch(() => {}) // cut short by stopping
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
      await Promise.all(underWay)
    },
  }
}

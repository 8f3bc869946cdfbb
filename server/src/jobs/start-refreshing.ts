import { refreshDueListings } from '../auctions/listings/refresh-due-listings.ts'
import type { ReadDeps } from '../auctions/listings/sync-listing.ts'
import { every } from '../platform/every.ts'

/** The longest delay between the moment a listing is due and its read; short beside the shortest refresh interval. */
const INTERVAL_MS = 500
const MAX_CONCURRENT_READS = 8

type RefreshingDeps = ReadDeps & { onError: (error: unknown) => void }

/** Reads listings as they fall due, until disposed. Disposing aborts the reads in progress. */
export function startRefreshing(deps: RefreshingDeps): AsyncDisposable {
  const { clock, onError } = deps
  const inProgress = new Set<Promise<void>>()

  const refreshing = every(
    clock,
    INTERVAL_MS,
    async (signal) => {
      const capacity = MAX_CONCURRENT_READS - inProgress.size
      if (capacity === 0) return
      for (const read of await refreshDueListings(deps, capacity, signal)) track(read, signal)
    },
    { onError },
  )

  function track(read: Promise<unknown>, signal: AbortSignal) {
    const tracked = settle()
    inProgress.add(tracked)

    async function settle() {
      try {
        await read
      } catch (error) {
        if (!signal.aborted) onError(error)
      } finally {
        inProgress.delete(tracked)
      }
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      await refreshing[Symbol.asyncDispose]()
      await Promise.all(inProgress)
    },
  }
}

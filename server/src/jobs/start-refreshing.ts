import { refreshDueListings } from '../auctions/listings/refresh-due-listings.ts'
import type { Ctx } from '../context/ctx.ts'
import { every } from '../platform/every.ts'
import type { OnError } from './jobs-ctx.ts'

/** The longest delay between the moment a listing is due and its read; short beside the shortest refresh interval. */
const INTERVAL_MS = 500
const MAX_CONCURRENT_READS = 8

/** Reads listings as they fall due, until disposed. Disposing aborts the reads in progress. */
export function startRefreshing(ctx: Ctx, onError: OnError): AsyncDisposable {
  const inProgress = new Set<Promise<void>>()

  const refreshing = every(
    ctx.clock,
    INTERVAL_MS,
    async (signal) => {
      const capacity = MAX_CONCURRENT_READS - inProgress.size
      if (capacity === 0) return
      for (const read of await refreshDueListings(ctx, capacity, signal)) track(read, signal)
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

import type { Marketplace } from '../marketplace/marketplace.ts'
import { isSiteFault } from '../marketplace/rate-limiting/back-off.ts'
import type { ReadBudget, UnmeteredReads } from '../marketplace/rate-limiting/read-budget.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'

const EVERY_MS = 1_000

/**
 * A site whose reads are debited to the budget after the fact, in batches: a snipe waits neither for a budget nor for
 * the database that keeps it. Bids are not counted. Disposing debits what is left, if the database is there.
 */
export function meterReads(site: Marketplace, reads: Pick<ReadBudget, 'debit'>, clock: Clock) {
  let batch = nothing
  const stopping = new AbortController()

  function metered<T>(read: Promise<T>): Promise<T> {
    batch = { ...batch, reads: batch.reads + 1 }
    read.then(
      () => (batch = { ...batch, answered: true }),
      (error: unknown) => (batch = withFailure(batch, error)),
    )
    return read
  }

  async function settle() {
    const settling = batch
    if (settling === nothing) return
    batch = nothing
    try {
      await reads.debit(settling)
    } catch {
      // The database is away: others cannot read either, and what is owed is capped.
      batch = { ...batch, reads: batch.reads + settling.reads }
    }
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await clock.sleepUntil(clock.monotonic() + EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping
      await settle()
    }
  }

  const running = run()
  const marketplace: Marketplace = {
    ...site,
    logIn: (...asked) => metered(site.logIn(...asked)),
    readItem: (...asked) => metered(site.readItem(...asked)),
    sampleClock: (...asked) => metered(site.sampleClock(...asked)),
    openBidConnection(session) {
      const connection = site.openBidConnection(session)
      const warm = connection.warm.bind(connection)
      connection.warm = (...asked) => metered(warm(...asked))
      return connection
    },
  }
  return {
    marketplace,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

const nothing: UnmeteredReads = { reads: 0, failure: null, answered: false }

/** Of several failures, the one that keeps others away for longest. A read that was given up says nothing of the site. */
function withFailure(batch: UnmeteredReads, error: unknown): UnmeteredReads {
  if (!(error instanceof SiteError)) return batch
  if (!isSiteFault(error)) return { ...batch, answered: true }
  return { ...batch, failure: (batch.failure?.retryAfterMs ?? -1) > (error.retryAfterMs ?? 0) ? batch.failure : error }
}

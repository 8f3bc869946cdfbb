import type { Marketplace } from '../marketplace/marketplace.ts'
import { isSiteFault } from '../marketplace/rate-limiting/back-off.ts'
import type { ReadBudget, UnmeteredReads } from '../marketplace/rate-limiting/read-budget.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import { every } from '../platform/every.ts'

const DEBIT_INTERVAL_MS = 1_000

/**
 * A marketplace whose reads are debited from the read budget afterwards, in batches. A snipe waits neither for the
 * budget nor for the database that stores it. Bids are not counted. Disposing debits the rest if the database answers.
 */
export function meterReads(site: Marketplace, reads: Pick<ReadBudget, 'debit'>, clock: Clock) {
  let batch = NO_READS

  function metered<T>(read: Promise<T>): Promise<T> {
    batch = { ...batch, reads: batch.reads + 1 }
    read.then(
      () => (batch = { ...batch, answered: true }),
      (error: unknown) => (batch = withFailure(batch, error)),
    )
    return read
  }

  async function debit() {
    const debited = batch
    if (debited === NO_READS) return
    batch = NO_READS
    try {
      await reads.debit(debited)
    } catch {
      // Without the database no other process reads either, and the budget caps the debt.
      batch = { ...batch, reads: batch.reads + debited.reads }
    }
  }

  const debiting = every(clock, DEBIT_INTERVAL_MS, debit)
  const marketplace: Marketplace = {
    ...site,
    logIn: (...input) => metered(site.logIn(...input)),
    readItem: (...input) => metered(site.readItem(...input)),
    openAuctions: (...input) => metered(site.openAuctions(...input)),
    wonAuctions: (...input) => metered(site.wonAuctions(...input)),
    sampleClock: (...input) => metered(site.sampleClock(...input)),
    openBidConnection(session) {
      const connection = site.openBidConnection(session)
      const warm = connection.warm.bind(connection)
      connection.warm = (...input) => metered(warm(...input))
      return connection
    },
  }
  return {
    marketplace,
    async [Symbol.asyncDispose]() {
      await debiting[Symbol.asyncDispose]()
      await debit()
    },
  }
}

const NO_READS: UnmeteredReads = { reads: 0, failure: null, answered: false }

/** Keeps the failure with the longest pause. An error that is no fault of the site counts as an answer. */
function withFailure(batch: UnmeteredReads, error: unknown): UnmeteredReads {
  if (!(error instanceof SiteError)) return batch
  if (!isSiteFault(error)) return { ...batch, answered: true }
  return { ...batch, failure: (batch.failure?.retryAfterMs ?? -1) > (error.retryAfterMs ?? 0) ? batch.failure : error }
}

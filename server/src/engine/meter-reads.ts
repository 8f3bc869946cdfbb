import type { Marketplace } from '../marketplace/marketplace.ts'
import { isSiteFault } from '../marketplace/rate-limiting/back-off.ts'
import type { ReadBudget, UnmeteredReads } from '../marketplace/rate-limiting/read-budget.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import { every } from '../platform/every.ts'

const DEBIT_INTERVAL_MS = 1_000

type MeteredReads = AsyncDisposable & {
  marketplace: Marketplace
  /** Until when the site's breaker pauses reads that can wait, as known a second ago; a monotonic instant. */
  pausedUntil(): number
}

/**
 * A marketplace whose reads are debited from the read budget afterwards, in batches. A snipe waits neither for the
 * budget nor for the database that stores it. Bids are not counted. Disposing debits the rest if the database answers.
 */
export function meterReads(site: Marketplace, budget: Pick<ReadBudget, 'debit' | 'state'>, clock: Clock): MeteredReads {
  let batch = newBatch()
  let pausedUntil = -Infinity

  /** `item` is the site's id of the item, or the name of a read that concerns none. */
  function metered<T>(item: string, read: Promise<T>): Promise<T> {
    batch.reads += 1
    read.then(
      () => batch.answers.add(item),
      (error: unknown) => noteFailure(item, error),
    )
    return read
  }

  function noteFailure(item: string, error: unknown) {
    if (!(error instanceof SiteError)) return
    if (!isSiteFault(error)) batch.answers.add(item)
    else if ((batch.failures.get(item)?.retryAfterMs ?? -1) <= (error.retryAfterMs ?? 0)) {
      batch.failures.set(item, error)
      // Other reads that can wait must hear of it before they go.
      debiting.wake()
    }
  }

  async function debit() {
    const debited = batch
    batch = newBatch()
    try {
      const { pauseLeftMs } = await (debited.reads === 0 ? budget.state() : budget.debit(debited))
      pausedUntil = clock.monotonic() + pauseLeftMs
    } catch {
      // Without the database no other process reads either, and the budget caps the debt.
      batch.reads += debited.reads
    }
  }

  const debiting = every(clock, DEBIT_INTERVAL_MS, debit)
  return {
    pausedUntil: () => pausedUntil,
    marketplace: {
      ...site,
      logIn: (...input) => metered('log-in', site.logIn(...input)),
      readItem: (...input) => metered(input[0], site.readItem(...input)),
      openAuctions: (...input) => metered('open-auctions', site.openAuctions(...input)),
      openOrders: (...input) => metered('open-orders', site.openOrders(...input)),
      shippedOrders: (...input) => metered('shipped-orders', site.shippedOrders(...input)),
      sampleClock: (...input) => metered('clock', site.sampleClock(...input)),
      openBidConnection(session) {
        const connection = site.openBidConnection(session)
        const readItem = connection.readItem.bind(connection)
        connection.readItem = (...input) => metered(input[0], readItem(...input))
        return connection
      },
    },
    async [Symbol.asyncDispose]() {
      await debiting[Symbol.asyncDispose]()
      if (batch.reads > 0) await debit()
    },
  }
}

type Batch = UnmeteredReads & { answers: Set<string>; failures: Map<string, SiteError> }

const newBatch = (): Batch => ({ reads: 0, answers: new Set(), failures: new Map() })

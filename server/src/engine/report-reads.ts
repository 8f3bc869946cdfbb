import type { Marketplace } from '../marketplace/marketplace.ts'
import { isSiteFault } from '../marketplace/rate-limiting/back-off.ts'
import type { OwnReads, ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import { every } from '../platform/every.ts'

const REPORT_EVERY_MS = 1_000

type ReportedReads = AsyncDisposable & {
  marketplace: Marketplace
  /** Until when the site's breaker pauses reads that can wait, as known a second ago; a monotonic instant. */
  pausedUntil(): number
}

/**
 * A marketplace whose reads tell the read budget afterwards, in batches, whether the site answers. A snipe waits neither for the
 * budget nor for the database that stores it. Disposing reports the rest if the database answers.
 */
export function reportReads(site: Marketplace, budget: Pick<ReadBudget, 'hear'>, clock: Clock): ReportedReads {
  let batch = newBatch()
  let pausedUntil = -Infinity

  /** `item` is the site's id of the item, or the name of a read that concerns none. */
  function reported<T>(item: string, read: Promise<T>): Promise<T> {
    read.then(
      () => (batch.answered = true),
      (error: unknown) => noteFailure(item, error),
    )
    return read
  }

  function noteFailure(item: string, error: unknown) {
    if (!(error instanceof SiteError)) return
    if (!isSiteFault(error)) batch.answered = true
    else if ((batch.failures.get(item)?.retryAfterMs ?? -1) <= (error.retryAfterMs ?? 0)) {
      batch.failures.set(item, error)
      // Other reads that can wait must hear of it before they go.
      reporting.wake()
    }
  }

  async function report() {
    const reads = batch
    batch = newBatch()
    // Without the database no other process reads either.
    const state = await budget.hear(reads).catch(() => null)
    if (state) pausedUntil = clock.monotonic() + state.pauseLeftMs
  }

  const reporting = every(clock, REPORT_EVERY_MS, report)
  return {
    pausedUntil: () => pausedUntil,
    marketplace: {
      ...site,
      logIn: (...input) => reported('log-in', site.logIn(...input)),
      readItem: (...input) => reported(input[0], site.readItem(...input)),
      openAuctions: (...input) => reported('open-auctions', site.openAuctions(...input)),
      openOrders: (...input) => reported('open-orders', site.openOrders(...input)),
      shippedOrders: (...input) => reported('shipped-orders', site.shippedOrders(...input)),
      sampleClock: (...input) => reported('clock', site.sampleClock(...input)),
      openBidConnection(session) {
        const connection = site.openBidConnection(session)
        const readItem = connection.readItem.bind(connection)
        connection.readItem = (...input) => reported(input[0], readItem(...input))
        return connection
      },
    },
    async [Symbol.asyncDispose]() {
      await reporting[Symbol.asyncDispose]()
      await report()
    },
  }
}

type Batch = OwnReads & { failures: Map<string, SiteError> }

const newBatch = (): Batch => ({ answered: false, failures: new Map() })

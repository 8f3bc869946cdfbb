import type { Marketplace } from '../marketplace/marketplace.ts'
import type { ReadBudget } from '../marketplace/manners/read-budget.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'

const EVERY_MS = 1_000

/**
 * A site whose reads are debited to the budget after the fact, in batches: a snipe waits neither for a budget nor for
 * the database that keeps it. Bids are not counted. Disposing debits what is left, if the database is there.
 */
export function meterReads(site: Marketplace, reads: Pick<ReadBudget, 'debit'>, clock: Clock) {
  let owed = 0
  let trouble: SiteError | null = null
  const stopping = new AbortController()

  function metered<T>(read: Promise<T>): Promise<T> {
    owed++
    read.catch((error: unknown) => {
      if (error instanceof SiteError && lasts(error) >= lasts(trouble)) trouble = error
    })
    return read
  }

  async function settle() {
    const [paying, telling] = [owed, trouble]
    if (paying === 0) return
    owed = 0
    trouble = null
    try {
      await reads.debit(paying, telling)
    } catch {
      owed += paying // the database is away: others cannot read either, and what is owed is capped
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
    openBidLine(session) {
      const line = site.openBidLine(session)
      const warm = line.warm.bind(line)
      line.warm = (...asked) => metered(warm(...asked))
      return line
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

/** How long the site asked to be left alone, of two failures in one batch the one to tell; none is less than any. */
const lasts = (error: SiteError | null) => (error === null ? -1 : (error.retryAfterMs ?? 0))

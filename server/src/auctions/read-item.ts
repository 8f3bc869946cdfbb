import { messages } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { SiteError, type SiteErrorKind } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, ListingRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { unclaimListings } from './claim-listings.ts'
import { writeReading, writeWithdrawal } from './listing-queries.ts'
import { planNextCheck } from './plan-next-check.ts'
import { pauseReads } from './read-budget.ts'
import { siteNow } from './site-time.ts'

export type ReadDeps = { db: Db; clock: Clock; marketplace: Marketplace; readsPerSecond: number }

/** How long nobody reads the site after a failure, unless it names a time itself: trouble of its own, not the item's. */
const PAUSE_MS: Record<SiteErrorKind, number> = {
  rate_limited: 30_000,
  blocked: 30_000,
  unavailable: 5_000,
  timeout: 5_000,
  connection: 5_000,
  not_json: 5_000,
  login_refused: 0,
  unauthorized: 0,
  not_found: 0,
  truncated: 0,
  too_large: 0,
  unexpected_shape: 0,
  refused: 0,
}

type Known = Pick<ListingRow, 'id' | 'check_failures'>

/** A site in trouble loses items for minutes, and snipes must outlast that: looks after a failure come ever later. */
const MISSES_BELIEVED = 5

/**
 * Reads an item once and writes down what came of it, failures included. Budget and claim are the caller's business.
 * Throws `SiteError`, or `rule_broken` for an item that is not an auction; a known item that the site no longer has is
 * answered as withdrawn. `signal` gives up, and gives the claim back.
 */
export async function readItem(
  deps: ReadDeps,
  auctionId: string,
  known?: Known,
  signal?: AbortSignal,
): Promise<ListingRow> {
  const { db, clock, marketplace } = deps
  try {
    const reading = await marketplace.readItem(auctionId, { ...(signal && { signal }) })
    if (reading.fixedPrice && !known) throw new AppError('rule_broken', messages.auction.notAnAuction)
    return await db.transaction().execute((tx) => writeReading(tx, marketplace.id, reading, clock.now()))
  } catch (error) {
    if (!(error instanceof SiteError)) {
      if (known) await unclaimListings(db, [known.id])
      throw error
    }
    if (error.kind === 'not_found' && known && known.check_failures + 1 >= MISSES_BELIEVED) return withdraw(deps, known)
    await noteFailure(deps, auctionId, error, known)
    throw error
  }
}

async function withdraw({ db, clock, marketplace }: ReadDeps, known: Known): Promise<ListingRow> {
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  return db.transaction().execute((tx) => writeWithdrawal(tx, known.id, instants))
}

async function noteFailure(deps: ReadDeps, auctionId: string, error: SiteError, known?: Known) {
  const { db, clock, marketplace, readsPerSecond } = deps
  const pauseMs = PAUSE_MS[error.kind]
  if (pauseMs > 0) await pauseReads(db, { siteId: marketplace.id, readsPerSecond }, error.retryAfterMs ?? pauseMs)
  if (!known) return

  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('listings')
      .set((column) => ({
        check_failures: column('check_failures', '+', 1),
        check_error: wordsFor(error, marketplace.siteName, auctionId),
        reading_until: null,
      }))
      .where('id', '=', known.id)
      .execute()
    await planNextCheck(tx, known.id, instants)
    await announceChange(tx, { what: 'listing', listingId: known.id })
  })
}

/** What the user reads about a look at an item that failed. */
export function wordsFor(error: SiteError, siteName: string, auctionId: string): string {
  return error.kind === 'not_found'
    ? messages.auction.notFoundAtSite(siteName, auctionId)
    : messages.auction.siteUnavailable(siteName)
}

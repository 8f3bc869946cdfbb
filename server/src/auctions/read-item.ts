import { messages } from '@bidwell/contract'
import { announceChange } from '../changes/announce-change.ts'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, ListingRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { unclaimListings } from './claim-listings.ts'
import { writeWithdrawal } from './listing-queries.ts'
import { writeReading } from './write-readings.ts'
import { planNextCheck } from './plan-next-check.ts'
import { siteNow } from '../marketplace/site-time.ts'

export type ReadDeps = { db: Db; clock: Clock; marketplace: Marketplace; reads: ReadBudget }

type Known = Pick<ListingRow, 'id' | 'check_failures'>

type Read = {
  /** As the budget granted it. */
  trial: boolean
  known?: Known | undefined
  signal?: AbortSignal
}

/** A site in fault loses items for minutes, and snipes must outlast that: looks after a failure come ever later. */
const MISSES_BELIEVED = 5

/**
 * Reads an item once and writes down what came of it, failures included. Claim and budget are the caller's business,
 * but for telling the budget how it went. Throws `SiteError`, or `rule_broken` for an item that is not an auction; a
 * known item that the site no longer has is answered as withdrawn. `signal` gives up, and gives the claim back.
 */
export async function readItem(deps: ReadDeps, auctionId: string, read: Read): Promise<ListingRow> {
  const { db, clock, marketplace } = deps
  const { known } = read
  try {
    const reading = await askSite(deps, auctionId, read)
    if (reading.fixedPrice && !known) throw new AppError('rule_broken', messages.auction.notAnAuction)
    return await db.transaction().execute((tx) => writeReading(tx, marketplace.id, reading, clock.now()))
  } catch (error) {
    if (!(error instanceof SiteError)) {
      if (known) await unclaimListings(db, [known.id])
      throw error
    }
    if (error.kind === 'not_found' && known && known.check_failures + 1 >= MISSES_BELIEVED) return withdraw(deps, known)
    if (known) await noteFailure(deps, auctionId, error, known)
    throw error
  }
}

async function askSite({ marketplace, reads }: ReadDeps, auctionId: string, { trial, signal }: Read) {
  try {
    const reading = await marketplace.readItem(auctionId, { ...(signal && { signal }) })
    await reads.report(null, trial)
    return reading
  } catch (error) {
    if (error instanceof SiteError) await reads.report(error, trial)
    else await reads.refund({ reads: 0, trial })
    throw error
  }
}

async function withdraw({ db, clock, marketplace }: ReadDeps, known: Known): Promise<ListingRow> {
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  return db.transaction().execute((tx) => writeWithdrawal(tx, known.id, instants))
}

async function noteFailure({ db, clock, marketplace }: ReadDeps, auctionId: string, error: SiteError, { id }: Known) {
  const instants = { now: clock.now(), siteNow: await siteNow(db, marketplace.id, clock) }
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('listings')
      .set((column) => ({
        check_failures: column('check_failures', '+', 1),
        check_error: wordsFor(error, marketplace.siteName, auctionId),
        read_claimed_until: null,
      }))
      .where('id', '=', id)
      .execute()
    await planNextCheck(tx, id, instants)
    await announceChange(tx, { what: 'listing', listingId: id })
  })
}

/** What the user reads about a look at an item that failed. */
export function wordsFor(error: SiteError, siteName: string, auctionId: string): string {
  return error.kind === 'not_found'
    ? messages.auction.notFoundAtSite(siteName, auctionId)
    : messages.auction.siteUnavailable(siteName)
}

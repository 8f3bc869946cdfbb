import { messages } from '@bidwell/contract'
import type { ListingRow } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { claimListing, unclaimListings } from './claim-listings.ts'
import { claimFirstRead, endFirstRead } from './first-reads.ts'
import { findListing } from './listing-queries.ts'
import { type ReadDeps, readItem, wordsFor } from './read-item.ts'
import { neverAborted } from '../platform/with-timeout.ts'

/** How long a user waits for a read out of the budget, and for somebody else's read of the same listing. */
const BUDGET_WAIT_MS = 3_000
const OTHERS_READ_WAIT_MS = 10_000
const LOOK_EVERY_MS = 100
const RETRY_AFTER_MS = 5_000

/**
 * The listing of an item, read from the site unless that was done less than `freshForMs` ago. Whoever comes while a
 * read is on its way shares it. Throws `not_found` for an item that the site does not have, `site_unavailable` when it
 * does not answer, `rate_limited` when there have been too many reads.
 */
export async function readListing(deps: ReadDeps, auctionId: string, freshForMs: number): Promise<ListingRow> {
  const { db, clock, marketplace } = deps
  const known = await findListing(db, marketplace.id, auctionId)
  if (known && clock.now() - known.last_checked_at.getTime() < freshForMs) return known
  if (!known) return readNewItem(deps, auctionId)
  return (await claimListing(db, known.id, clock.now())) ? read(deps, auctionId, known) : awaitOthersRead(deps, known)
}

/** Of several who ask for it at once, in whatever process, one reads it at a time, and the others find it read. */
async function readNewItem(deps: ReadDeps, auctionId: string): Promise<ListingRow> {
  const { db, clock, marketplace } = deps
  const claim = await pollUntil(clock, () => claimFirstRead(db, marketplace.id, auctionId, clock.now()), {
    everyMs: 50,
    forMs: OTHERS_READ_WAIT_MS,
  })
  if (!claim) throw unavailable(deps)
  try {
    return (await findListing(db, marketplace.id, auctionId)) ?? (await read(deps, auctionId))
  } finally {
    await endFirstRead(db, claim)
  }
}

async function read(deps: ReadDeps, auctionId: string, known?: ListingRow): Promise<ListingRow> {
  const { trial } = await takeReadSoon(deps, known)
  try {
    return await readItem(deps, auctionId, { trial, known })
  } catch (error) {
    throw error instanceof SiteError ? toAppError(error, deps, auctionId) : error
  }
}

async function awaitOthersRead(deps: ReadDeps, before: ListingRow): Promise<ListingRow> {
  const { db, clock, marketplace } = deps
  const after = await pollUntil(
    clock,
    async () => {
      const row = await findListing(db, marketplace.id, before.auction_id)
      return row?.read_claimed_until === null ? row : null
    },
    { everyMs: 50, forMs: OTHERS_READ_WAIT_MS },
  )
  if (after && after.last_checked_at > before.last_checked_at) return after
  throw unavailable(deps)
}

const unavailable = ({ marketplace }: ReadDeps) =>
  new AppError('site_unavailable', messages.auction.siteUnavailable(marketplace.siteName), {
    retryAfterMs: RETRY_AFTER_MS,
  })

/** A person goes before every refresh, and waits a moment; in a site's fault no longer than until it is known. */
async function takeReadSoon({ db, clock, marketplace, reads }: ReadDeps, claimed: ListingRow | undefined) {
  const giveUpAt = clock.monotonic() + BUDGET_WAIT_MS
  for (;;) {
    const grant = await reads.acquire({ by: 'user', upTo: 1 })
    if (grant.kind === 'granted') return grant
    const now = clock.monotonic()
    if (now + grant.waitMs <= giveUpAt) {
      await clock.sleepUntil(now + Math.min(grant.waitMs, LOOK_EVERY_MS), neverAborted)
      continue
    }
    if (claimed) await unclaimListings(db, [claimed.id])
    const retryAfterMs = grant.waitMs
    if (grant.reason === 'budget') {
      throw new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs })
    }
    throw new AppError('site_unavailable', messages.auction.siteUnavailable(marketplace.siteName), { retryAfterMs })
  }
}

function toAppError(error: SiteError, { marketplace }: ReadDeps, auctionId: string): AppError {
  const siteMessage = wordsFor(error, marketplace.siteName, auctionId)
  if (error.kind === 'not_found') return new AppError('not_found', siteMessage, { cause: error })
  const retryAfterMs = error.retryAfterMs ?? RETRY_AFTER_MS
  return new AppError('site_unavailable', siteMessage, { cause: error, retryAfterMs })
}

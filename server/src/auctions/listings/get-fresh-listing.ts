import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { SiteError, type SiteErrorKind } from '../../marketplace/site-error.ts'
import type { ListingRow } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { claimListing, releaseListings } from './claim-listings.ts'
import { findListing } from './listing-queries.ts'
import { failureMessage, syncListing } from './sync-listing.ts'

/** How long a reader waits for a grant of the read budget, and for another request's read of the same item. */
const BUDGET_TIMEOUT_MS = 3_000
const OTHER_READ_TIMEOUT_MS = 10_000
const BUDGET_POLL_INTERVAL_MS = 100
const OTHER_READ_POLL_INTERVAL_MS = 50
const RETRY_AFTER_MS = 5_000

/** On whose behalf an item is read: a user's read comes out of the account's share of the budget. */
export type Reader = { by: 'user'; accountId: number } | { by: 'refresh' }

/**
 * The listing of an item, read from the site unless its last read is younger than `maxAgeMs`. Requests at the same time
 * share one read, once the item has a listing. Throws `not_found` for an item that the site does not have, `site_unavailable` when the site does not
 * answer or fails to show this item, and `rate_limited` when the reader's share of the read budget is used up.
 */
export async function getFreshListing(
  ctx: Ctx,
  reader: Reader,
  auctionId: string,
  maxAgeMs: number,
): Promise<ListingRow> {
  const { db, clock, marketplace } = ctx
  const stored = await findListing(db, marketplace.id, auctionId)
  if (stored && clock.now() - stored.last_checked_at.getTime() < maxAgeMs) return stored
  if (!stored) return read(ctx, reader, auctionId)
  return (await claimListing(db, stored.id)) ? read(ctx, reader, auctionId, stored) : awaitOtherRead(ctx, stored)
}

async function read(ctx: Ctx, reader: Reader, auctionId: string, stored?: ListingRow): Promise<ListingRow> {
  const { trial } = await acquireRead(ctx, reader, stored)
  try {
    return await syncListing(ctx, auctionId, { trial, stored })
  } catch (error) {
    throw error instanceof SiteError ? toAppError(error, ctx, auctionId) : error
  }
}

async function awaitOtherRead(ctx: Ctx, before: ListingRow): Promise<ListingRow> {
  const { db, clock, marketplace } = ctx
  const after = await pollUntil(
    clock,
    async () => {
      const row = await findListing(db, marketplace.id, before.auction_id)
      return row?.read_claimed_until === null ? row : null
    },
    { everyMs: OTHER_READ_POLL_INTERVAL_MS, forMs: OTHER_READ_TIMEOUT_MS },
  )
  if (after && after.last_checked_at > before.last_checked_at) return after
  throw unavailable(ctx)
}

const unavailable = ({ marketplace }: Ctx) =>
  new AppError('site_unavailable', messages.auction.siteUnavailable(marketplace.siteName), {
    retryAfterMs: RETRY_AFTER_MS,
  })

/** Acquires one read. Fails at once if no grant can come in time, as while the site is failing. */
export async function acquireRead({ db, clock, marketplace, readBudget }: Ctx, reader: Reader, claimed?: ListingRow) {
  const request = reader.by === 'user' ? reader : { ...reader, upTo: 1 }
  const deadline = clock.monotonic() + BUDGET_TIMEOUT_MS
  for (;;) {
    const grant = await readBudget.acquire(request)
    if (grant.kind === 'granted') return grant
    const now = clock.monotonic()
    if (now + grant.waitMs <= deadline) {
      await clock.sleepUntil(now + Math.min(grant.waitMs, BUDGET_POLL_INTERVAL_MS), neverAborted)
      continue
    }
    if (claimed) await releaseListings(db, [claimed.id])
    const retryAfterMs = grant.waitMs
    if (grant.reason === 'budget') {
      throw new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs })
    }
    const message = messages.auction.siteUnavailable(marketplace.siteName, (await readBudget.state()).failureKind)
    throw new AppError('site_unavailable', message, { retryAfterMs })
  }
}

/** The site has answered, but not with an item. */
const UNREADABLE: readonly SiteErrorKind[] = ['truncated', 'too_large', 'unexpected_shape']

function toAppError(error: SiteError, { marketplace }: Ctx, auctionId: string): AppError {
  const message = UNREADABLE.includes(error.kind)
    ? messages.auction.unreadableAtSite
    : failureMessage(error, marketplace.siteName, auctionId)
  if (error.kind === 'not_found') return new AppError('not_found', message, { cause: error })
  const retryAfterMs = error.retryAfterMs ?? RETRY_AFTER_MS
  return new AppError('site_unavailable', message, { cause: error, retryAfterMs })
}

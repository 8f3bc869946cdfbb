import { type SqlBool, sql } from 'kysely'
import type { BidEvent } from '../../src/bids/log/bid-event.ts'
import type { Pending } from '../../src/platform/database/json-columns.ts'
import type { Db } from '../../src/platform/database/tables.ts'
import type { ModelBid, ModelDatabase } from '../store/model-database.ts'
import { BYSTANDER_ID, SITE_ID } from './database-side.ts'

/** The parts of the model and of the database that must be equal after a sequence. */
export type Rows = { bids: unknown[]; listings: unknown[]; engines: unknown[]; bystander: unknown }

/** Only the API writes events of these kinds, and no decision depends on them. */
const UNMODELLED_KINDS = new Set(['scheduled', 'paused', 'resumed', 'restored', 'kept'])

const UNTOUCHED = { fence: 0, status: 'pending', engine_id: null, locked_in_at: null }

export function rowsOfModel({ bids, listings, engines }: ModelDatabase): Rows {
  return {
    bids: [...bids.values()].map(
      ({ wasFreeWhilePaused: _forRules, lockedInWith: _forRulesToo, events, pendingChange, ...bid }: ModelBid) => ({
        ...bid,
        // Copied, because drawn objects have a null prototype, and so equal no other object.
        pendingChange: pendingChange && { ...pendingChange },
        events: comparable([...events.values()]),
      }),
    ),
    listings: [...listings.values()],
    engines: [...engines.values()].map(({ heartbeat, unfitReason }) => ({ heartbeat, unfitReason })),
    bystander: UNTOUCHED,
  }
}

export async function rowsOfDatabase(db: Db): Promise<Rows> {
  const [bids, events, listings, engines, bystander] = await Promise.all([
    db
      .selectFrom('bids as b')
      .innerJoin('listings as l', 'l.id', 'b.listing_id')
      .selectAll('b')
      .select('l.auction_id')
      .where('b.id', '<>', BYSTANDER_ID)
      .orderBy('b.id')
      .execute(),
    db
      .selectFrom('bid_events')
      .selectAll()
      .where(sql<SqlBool>`true`)
      .execute(),
    db.selectFrom('listings').selectAll().where('marketplace', '=', SITE_ID).orderBy('id').execute(),
    db.selectFrom('engines').select(['heartbeat', 'unfit_reason as unfitReason']).orderBy('id').execute(),
    db
      .selectFrom('bids')
      .select(['fence', 'status', 'engine_id', 'locked_in_at'])
      .where('id', '=', BYSTANDER_ID)
      .executeTakeFirst(),
  ])
  return {
    bids: bids.map((bid) => ({
      bidId: bid.id,
      accountId: bid.account_id,
      auctionId: bid.auction_id,
      maxBidCents: bid.max_bid_cents,
      leadMs: bid.seconds_before_end * 1_000,
      fireAt: bid.fire_at.getTime(),
      status: bid.status,
      outcome: bid.outcome,
      finalPriceCents: bid.final_price_cents,
      engineId: bid.engine_id,
      fence: bid.fence,
      loginVersion: bid.login_version,
      lockedInAt: bid.locked_in_at?.getTime() ?? null,
      uncertainSince: bid.uncertain_since?.getTime() ?? null,
      notSentBefore: bid.not_sent_before?.getTime() ?? null,
      pendingChange: pendingChangeOf(bid.pending),
      isRestored: bid.restored_from !== null,
      pendingGroup: pendingGroupOf(bid.pending),
      groupId: bid.group_id,
      grantedAt: bid.group_granted_at?.getTime() ?? null,
      released:
        bid.group_released_at && bid.group_released_because
          ? { at: bid.group_released_at.getTime(), because: bid.group_released_because }
          : null,
      held: bid.group_held_because && { because: bid.group_held_because, for: bid.group_held_for },
      events: comparable(
        events
          .filter((event) => event.bid_id === bid.id && !UNMODELLED_KINDS.has(event.kind))
          .map((event) => ({
            at: event.at.getTime(),
            engineId: event.engine_id,
            fence: event.fence,
            // The log's details were checked when they were written.
            detail: event.detail as BidEvent['detail'],
          })),
      ),
    })),
    listings: listings.map((listing) => ({
      auctionId: listing.auction_id,
      priceCents: listing.current_price_cents,
      endsAt: listing.ends_at.getTime(),
      close:
        listing.closed_at && listing.closed_reason
          ? { closedAt: listing.closed_at.getTime(), reason: listing.closed_reason }
          : null,
      observedAt: listing.observed_at?.getTime() ?? null,
      nextBidCents: listing.minimum_bid_cents,
    })),
    engines,
    bystander,
  }
}

function pendingChangeOf(pending: Pending | null) {
  if (pending?.kind !== 'change') return pending && { kind: pending.kind }
  return { kind: pending.kind, maxBidCents: pending.maxBidCents, leadMs: pending.secondsBeforeEnd * 1_000 }
}

function pendingGroupOf(pending: Pending | null) {
  const groupId = pending?.kind === 'change' ? pending.groupId : undefined
  return groupId === null ? 'leaves' : (groupId ?? null)
}

/** Events without their keys, which the database draws at random, in one order. */
const comparable = (events: readonly Pick<BidEvent, 'at' | 'engineId' | 'fence' | 'detail'>[]) =>
  events
    .map(({ at, engineId, fence, detail }) => ({ at, engineId, fence, detail }))
    .toSorted((a, b) => a.at - b.at || placeOf(a).localeCompare(placeOf(b)))

/** Decides between events of one instant. */
const placeOf = ({ engineId, fence, detail }: Pick<BidEvent, 'engineId' | 'fence' | 'detail'>) =>
  [detail.kind, detail.kind === 'end_moved' ? detail.to : '', engineId, fence].join(' ')

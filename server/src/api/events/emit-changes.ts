import type { ConnectionStatus, ServerEvent, WireAuction, WireBid } from '@bidwell/contract'
import { readPause } from '../../bidding/pauses/pause-queries.ts'
import { countUnread } from '../../notifying/notifications/notification-queries.ts'
import type { Change } from '../../platform/changes/announce-change.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Audience } from './audience.ts'
import { createRunLatest } from './run-latest.ts'

/** How changed records are read: null when the record is gone, or belongs to another account. */
export type EventLoaders = {
  loadAuction(accountId: number, auctionId: number): Promise<WireAuction | null>
  loadBid(accountId: number, bidId: number): Promise<WireBid | null>
  loadTrackersOf(listingId: number): Promise<{ accountId: number; auctionId: number }[]>
  loadConnectionStatus(accountId: number): Promise<ConnectionStatus>
}

type Emitting = {
  db: Db
  loaders: EventLoaders
  audience: Audience
  /** Has the browsers of an account, or of everybody, read everything again. */
  resync: (accountId?: number) => void
  onError: (error: unknown) => void
}

/** A change that browsers see as a changed record. */
export type RecordChange = Exclude<Change, { what: 'session' | 'delivery' | 'reading_asked' }>

/**
 * Returns a function that reads what a change is about, and sends it to the browsers of its account. A record is read
 * once, however many browsers show it, and only if one is open. When a read fails, the browsers that it was for read
 * everything again.
 */
export function changeEmitter({ db, loaders, audience, resync, onError }: Emitting): (change: RecordChange) => void {
  const runLatest = createRunLatest()
  const failed = (accountId?: number) => (error: unknown) => {
    onError(error)
    resync(accountId)
  }

  function emit(accountId: number, subject: string, read: () => Promise<ServerEvent | null>) {
    if (!audience.has(accountId)) return
    const send = async () => {
      const event = await read()
      if (event) audience.send(accountId, event)
    }
    void runLatest(`${accountId} ${subject}`, send, failed(accountId))
  }

  /** A removal is emitted like a change: an event from before the removal cannot follow it. */
  function emitAuction(accountId: number, id: number) {
    emit(accountId, `auction ${id}`, async () => {
      const auction = await loaders.loadAuction(accountId, id)
      return auction ? { type: typeOfAuction(auction), auction } : { type: 'auction_removed', id }
    })
  }

  function emitListing(listingId: number) {
    if (audience.accountIds().length === 0) return
    const emitAll = async () => {
      for (const { accountId, auctionId } of await loaders.loadTrackersOf(listingId)) emitAuction(accountId, auctionId)
    }
    void runLatest(`listing ${listingId}`, emitAll, failed())
  }

  function emitBid(accountId: number, bidId: number) {
    emit(accountId, `bid ${bidId}`, async () => {
      const bid = await loaders.loadBid(accountId, bidId)
      return bid && { type: bid.status === 'executed' ? 'bid_executed' : 'bid_changed', bid }
    })
  }

  function emitPause(accountId: number) {
    emit(accountId, 'pause', async () => ({ type: 'pause_changed', pause: await readPause(db, accountId) }))
  }

  function emitConnection(accountId: number) {
    emit(accountId, 'connection', async () => ({
      type: 'connection_changed',
      status: await loaders.loadConnectionStatus(accountId),
    }))
  }

  function emitUnread(accountId: number) {
    emit(accountId, 'notifications', async () => ({
      type: 'notifications_changed',
      unread: await countUnread(db, accountId),
    }))
  }

  return (change) => {
    switch (change.what) {
      case 'listing':
        return emitListing(change.listingId)
      case 'auction':
      case 'auction_removed':
        return emitAuction(change.accountId, change.auctionId)
      case 'bid':
        return emitBid(change.accountId, change.bidId)
      case 'pause':
        return (change.accountId === null ? audience.accountIds() : [change.accountId]).forEach(emitPause)
      case 'connection':
        return emitConnection(change.accountId)
      case 'notification':
        return emitUnread(change.accountId)
      case 'orders':
        return emit(change.accountId, 'orders', async () => ({ type: 'orders_changed' }))
      case 'plan':
        return emit(change.accountId, 'plan', async () => ({ type: 'plan_changed' }))
    }
  }
}

/** The record alone decides, so that changes that are read together keep their most telling name. */
function typeOfAuction({ status, closed_because }: WireAuction) {
  if (status !== 'active') return 'auction_status_changed'
  return closed_because === null ? 'auction-updated' : 'auction_ended'
}

import type { ServerEvent } from '@bidwell/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onServerEvent } from '../../events/event-stream.ts'
import { putBid } from '../../bids/bid-queries.ts'
import { storePause } from '../../bids/pause/pause-queries.ts'
import { preflightToasts } from '../../bids/preflight-rules.ts'
import { lazyOptional } from '../../ui/loading/lazy-optional.tsx'
import { toastError, toastInfo } from '../../ui/toasts/toasts.tsx'
import { GlobalKeys } from '../keyboard/GlobalKeys.tsx'
import { dropAuction, putAuction } from '../lot/auction-queries.ts'
import { siteClock } from '../../time/site-clock.ts'
import { itemOfBidIn } from '../lot/item-of-bid.ts'
import { useLots } from '../lot/use-lots.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { paceEvents } from './pace-events.ts'
import { useUpkeep } from './use-upkeep.ts'

const BidToasts = lazyPart(async () => (await import('../../bids/results/BidToasts.tsx')).BidToasts)

const Announcements = lazyOptional(async () => (await import('./Announcements.tsx')).Announcements)

/** Applies the server's events on every page, notifies the user of changes, and handles the global keys. */
export function LiveAuctions({ userId }: { userId: string }) {
  const { lots, auctions, bids, isLoaded } = useLots()
  useServerEvents()
  useBidChanges(bids.data)
  useUpkeep(lots, isLoaded || auctions.isError)
  // Until the server has answered, the list is the one of the last visit.
  const latest = bids.dataUpdatedAt === 0 ? undefined : bids.data
  return (
    <>
      <GlobalKeys />
      <Announcements lots={lots} bids={bids.data} />
      <BidToasts userId={userId} bids={latest} itemOf={itemOfBidIn(lots)} />
    </>
  )
}

function useServerEvents() {
  const client = useQueryClient()
  useEffect(() => {
    const prices = paceEvents<ServerEvent>((event) => applyEvent(client, event))
    const unsubscribe = onServerEvent((event) => {
      if (event.type === 'auction-updated') return prices.receive(event)
      // Whatever follows a price was sent after it.
      prices.flush()
      applyEvent(client, event)
    })
    return () => {
      unsubscribe()
      prices.drop()
    }
  }, [client])
}

function applyEvent(client: QueryClient, event: ServerEvent): void {
  switch (event.type) {
    case 'auction-updated':
    case 'auction_status_changed':
    case 'auction_ended':
      return putAuction(client, event.auction)
    case 'auction_removed':
      return dropAuction(client, event.id)
    case 'bid_changed':
    case 'bid_executed':
      return putBid(client, event.bid)
    case 'site_time':
      return siteClock.observe(event.time)
    case 'pause_changed':
      return storePause(client, event.pause)
    case 'connection_changed':
    case 'notifications_changed':
    case 'plan_changed':
    case 'resync':
    case 'session_ended':
      return undefined
  }
}

function useBidChanges(bids: ReturnType<typeof useLots>['bids']['data']) {
  const before = useRef(bids)
  useEffect(() => {
    if (before.current && bids && before.current !== bids) {
      for (const { id, kind, message } of preflightToasts(before.current, bids)) {
        if (kind === 'error') toastError(message, { id })
        else toastInfo(message, { id })
      }
    }
    before.current = bids
  }, [bids])
}

import { messages, ServerEvent } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'
import { parseJson } from '../api/api-error.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { isInSight } from '../auctions/tracked/auction-card.ts'
import { dropAuction, putAuction, putAuctions } from '../auctions/tracked/auction-queries.ts'
import { putBid } from '../bids/bid-queries.ts'
import { storePause } from '../bids/pause/pause-queries.ts'
import { emitCacheEvent } from '../cache/cache-events.ts'
import { readAgain } from '../cache/reads.ts'
import { setConnectionStatus } from '../connection/connection-query.ts'
import { paceEvents } from '../events/pace-events.ts'
import { setUnread } from '../notifications/notification-queries.ts'
import { refreshPlan } from '../plans/plan-queries.ts'
import { siteClock } from '../time/site-clock.ts'

type PriceEvent = Extract<ServerEvent, { auction: unknown }>

/** Returns a function that applies the data of an event of the server, until `stop` aborts. */
export function applyEvents(client: QueryClient, stop: AbortSignal): (data: string) => void {
  const prices = paceEvents<PriceEvent>(
    (events) => {
      const auctions = events.map(({ auction }) => auction)
      putAuctions(client, auctions)
    },
    ({ auction }) => isInSight(auction),
  )
  stop.addEventListener('abort', () => prices.drop())
  return (data) => {
    const { data: event } = ServerEvent.safeParse(parseJson(data))
    if (event === undefined) return
    if (event.type === 'auction-updated') return prices.receive(event)
    // Whatever follows a price was sent after it.
    prices.flush()
    applyEvent(client, event)
  }
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
      return setConnectionStatus(client, event.status)
    case 'notifications_changed':
      return setUnread(client, event.unread)
    case 'orders_changed':
      return void emitCacheEvent('orders_changed', { inPlace: true })
    case 'plan_changed':
      return refreshPlan(client)
    case 'resync':
      return readAgain(client)
    case 'session_ended':
      emitSessionExpired(messages.session.expired)
  }
}

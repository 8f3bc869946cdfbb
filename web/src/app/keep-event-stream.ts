import { messages, ServerEvent } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { parseJson } from '../api/api-error.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { isInSight } from '../auctions/tracked/auction-card.ts'
import { dropAuction, putAuction, putAuctions } from '../auctions/tracked/auction-queries.ts'
import { putBid } from '../bids/bid-queries.ts'
import { storePause } from '../bids/pause-queries.ts'
import { emitCacheEvent } from '../cache/cache-events.ts'
import { readAgain } from '../cache/reads.ts'
import { setConnectionStatus } from '../connection/connection-query.ts'
import { runEventStream } from '../events/event-stream.ts'
import { paceEvents } from '../events/pace-events.ts'
import { setUnread } from '../notifications/notification-queries.ts'
import { refreshPlan } from '../plans/plan-queries.ts'
import { skipsSignInCheck } from '../session/pages.ts'
import { currentSession, onSession } from '../session/session.ts'
import { siteClock } from '../time/site-clock.ts'
import { lastMinuteSignals } from '../ui/preferences.ts'

/**
 * Over HTTP/1.1, a browser opens six connections to a server, and each stream holds one: with six tabs, nothing else would get
 * through. A tab that has been hidden for this long does without its stream.
 */
const HIDDEN_MS = 30_000

/**
 * Keeps the event stream open while a user is signed in and may look at the page, or hear its signals, if the page looks after
 * the user. It starts before the page asks for its data: data that was read before the stream is open is read again when it opens.
 */
export function keepEventStream(client: QueryClient, router: ReturnType<typeof createBrowserRouter>) {
  let listening: { userId: string | null; stop: AbortController } | null = null
  let isAway = false
  let hidden: ReturnType<typeof setTimeout> | undefined

  function follow() {
    const session = currentSession()
    const isNeeded = !isAway && !skipsSignInCheck(router.state.location.pathname)
    const userId = session.kind === 'signed-in' && !session.expired && isNeeded ? session.user.id : null
    if (userId === (listening?.userId ?? null)) return
    listening?.stop.abort()
    listening = { userId, stop: new AbortController() }
    const { signal } = listening.stop
    const listeners = { onOpen: () => readAgain(client), onData: applyEvents(client, signal) }
    if (userId !== null) void runEventStream(signal, listeners)
  }

  function look() {
    clearTimeout(hidden)
    const isHidden = document.visibilityState === 'hidden'
    if (isHidden) hidden = setTimeout(() => setAway(lastMinuteSignals.read() === 'off'), HIDDEN_MS)
    else setAway(false)
  }

  function setAway(value: boolean) {
    isAway = value
    follow()
  }

  onSession(follow)
  router.subscribe(follow)
  document.addEventListener('visibilitychange', look)
  follow()
  look()
}

type PriceEvent = Extract<ServerEvent, { auction: unknown }>

/** Returns a function that applies the data of an event of the server, until `stop` aborts. */
function applyEvents(client: QueryClient, stop: AbortSignal): (data: string) => void {
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

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { onServerEvent } from '../../api/event-stream.ts'
import { spokenCountdowns } from '../../ui/preferences.ts'
import { putBid } from '../../bids/bid-queries.ts'
import { storePause } from '../../bids/pause/pause-queries.ts'
import { dueBids, isWatching } from '../../bids/bid-watch.ts'
import { preflightToasts } from '../../bids/preflight-rules.ts'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { loadWithRetry } from '../../ui/load-with-retry.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { toastError, toastInfo } from '../../ui/toasts/toasts.tsx'
import { bidAnnouncement, countdownAnnouncement } from './announcements.ts'
import { GlobalKeys } from '../keyboard/GlobalKeys.tsx'
import { dropAuction, putAuction } from '../lot/auction-queries.ts'
import type { Lot } from '../lot/lot.ts'
import { siteClock } from '../../time/site-clock.ts'
import { itemOfBidIn } from '../lot/item-of-bid.ts'
import { useLots } from '../lot/use-lots.ts'
import { useNowAtTransitions } from '../lot/use-now-at-transitions.ts'

const BidToasts = lazy(async () => ({
  default: (await loadWithRetry(() => import('../../bids/results/BidToasts.tsx'))).BidToasts,
}))

const DueBids = lazyOptional(async () => (await import('./DueBids.tsx')).DueBids)

/** Applies the server's events on every page, notifies the user of changes, and handles the global keys. */
export function LiveAuctions({ userId }: { userId: string }) {
  const { lots, bids } = useLots()
  useServerEvents()
  useBidChanges(bids.data)
  useCountdownAnnouncements(lots)
  const due = useDueBids(lots)
  // Until the server has answered, the list is the one of the last visit.
  const latest = bids.dataUpdatedAt === 0 ? undefined : bids.data
  return (
    <>
      <GlobalKeys />
      <Suspense>
        <BidToasts userId={userId} bids={latest} itemOf={itemOfBidIn(lots)} />
      </Suspense>
      {due.length > 0 && (
        <Suspense>
          <DueBids bids={due} />
        </Suspense>
      )}
    </>
  )
}

function useServerEvents() {
  const client = useQueryClient()
  useEffect(
    () =>
      onServerEvent((event) => {
        switch (event.type) {
          case 'auction_changed':
            return putAuction(client, event.auction)
          case 'auction_removed':
            return dropAuction(client, event.id)
          case 'bid_changed':
            return putBid(client, event.bid)
          case 'site_time':
            return siteClock.observe(event.time)
          case 'pause_changed':
            return storePause(client, event.pause)
          case 'connection_changed':
          case 'notifications_changed':
          case 'resync':
          case 'session_ended':
            return undefined
        }
      }),
    [client],
  )
}

function useBidChanges(bids: ReturnType<typeof useLots>['bids']['data']) {
  const before = useRef(bids)
  useEffect(() => {
    if (before.current && bids && before.current !== bids) {
      for (const { id, kind, message } of preflightToasts(before.current, bids)) {
        if (kind === 'error') toastError(message, { id })
        else toastInfo(message, { id })
      }
      const text = bidAnnouncement(before.current, bids)
      if (text !== null) announce(text)
    }
    before.current = bids
  }, [bids])
}

function useCountdownAnnouncements(lots: readonly Lot[]) {
  useEffect(() => {
    let from = siteClock.now()
    const timer = setInterval(() => {
      const to = siteClock.now()
      const text = countdownAnnouncement(lots, from, to)
      if (text !== null && spokenCountdowns.read() === 'on') announce(text)
      from = to
    }, 1_000)
    return () => clearInterval(timer)
  }, [lots])
}

/** The due bids, where this browser polls their results. */
function useDueBids(lots: readonly Lot[]) {
  const now = useNowAtTransitions(lots)
  if (!isWatching()) return []
  return dueBids(
    lots.flatMap(({ bid }) => bid ?? []),
    now,
  )
}

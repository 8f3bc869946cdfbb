import type { Bid } from '@bidwell/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { BidToasts } from '../../bids/results/BidToasts.tsx'
import { playSignal } from '../../bids/signals.ts'
import { siteClock } from '../../time/site-clock.ts'
import { lastMinuteSignals, spokenCountdowns } from '../../ui/preferences.ts'
import { announce } from '../../ui/screen-readers.tsx'
import { GlobalKeys } from '../keyboard/GlobalKeys.tsx'
import { itemOfBidIn } from '../tracked/item-of-bid.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { useAuctions } from '../tracked/use-auctions.ts'
import { bidAnnouncement, countdownAnnouncement } from './announcements.ts'
import { type Moments, momentsAt, signalsBetween } from './signal-moments.ts'
import { useUpkeep } from './use-upkeep.ts'

/** Notifies the user of changes on every page, and handles the global keys. */
export function LiveAuctions({ userId }: { userId: string }) {
  const { auctions, auctionsQuery, bids, isLoaded } = useAuctions()
  useUpkeep(auctions, isLoaded || auctionsQuery.isError)
  // Until the server has answered, the list is the one of the last visit.
  const latest = bids.dataUpdatedAt === 0 ? undefined : bids.data
  return (
    <>
      <GlobalKeys />
      <Announcements auctions={auctions} bids={bids.data} />
      <BidToasts userId={userId} bids={latest} itemOf={itemOfBidIn(auctions)} />
    </>
  )
}

type AnnouncementsProps = { auctions: readonly TrackedAuction[]; bids: readonly Bid[] | undefined }

/** Tells users of screen readers what happens to their bids, and by sound those who asked for it. */
function Announcements({ auctions, bids }: AnnouncementsProps) {
  useCountdownAnnouncements(auctions)
  useSignals(auctions)
  const before = useRef(bids)
  useEffect(() => {
    if (before.current && bids && before.current !== bids) {
      const text = bidAnnouncement(before.current, bids)
      if (text !== null) announce(text)
    }
    before.current = bids
  }, [bids])
  return null
}

function useCountdownAnnouncements(auctions: readonly TrackedAuction[]) {
  const textOf = useEffectEvent((from: number, to: number) => countdownAnnouncement(auctions, from, to))
  // Prices may change several times a second: starting anew with each would skip the time since the last look.
  useEffect(() => {
    let from = siteClock.now()
    const timer = setInterval(() => {
      const to = siteClock.now()
      const text = textOf(from, to)
      if (text !== null && spokenCountdowns.read() === 'on') announce(text)
      from = to
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
}

const NOTHING_HEARD: Moments = new Map()

/** Looks at each change, and every second: time alone holds a bid back. */
function useSignals(auctions: readonly TrackedAuction[]) {
  const before = useRef(NOTHING_HEARD)
  const isOn = lastMinuteSignals.use() === 'on'
  useEffect(() => {
    if (!isOn) return undefined
    const look = () => {
      const moments = momentsAt(auctions, siteClock.now())
      for (const signal of signalsBetween(before.current, moments)) playSignal(signal)
      before.current = moments
    }
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [auctions, isOn])
}

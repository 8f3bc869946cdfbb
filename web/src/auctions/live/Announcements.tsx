import type { Bid } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import { playSignal } from '../../bids/signals/signals.ts'
import { siteClock } from '../../time/site-clock.ts'
import { lastMinuteSignals, spokenCountdowns } from '../../ui/preferences.ts'
import { announce } from '../../ui/screen-readers.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { bidAnnouncement, countdownAnnouncement } from './announcements.ts'
import { type Moments, momentsAt, signalsBetween } from './signal-moments.ts'

type AnnouncementsProps = { auctions: readonly TrackedAuction[]; bids: readonly Bid[] | undefined }

/** Tells users of screen readers what happens to their bids, and by sound those who asked for it. */
export function Announcements({ auctions, bids }: AnnouncementsProps) {
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
  const latest = useRef(auctions)
  useEffect(() => {
    latest.current = auctions
  })
  // Prices may change several times a second: starting anew with each would skip the time since the last look.
  useEffect(() => {
    let from = siteClock.now()
    const timer = setInterval(() => {
      const to = siteClock.now()
      const text = countdownAnnouncement(latest.current, from, to)
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

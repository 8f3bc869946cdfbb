import { type Bid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSite } from '../../api/installation-queries.ts'
import { siteClock } from '../../time/site-clock.ts'
import { announce } from '../../ui/screen-readers.tsx'
import { useVisible } from '../../ui/use-visible.ts'
import { awayResults } from './away-results.ts'
import { bidToast, spokenText } from './bid-toast.ts'
import type { ItemOf } from './BidToastContent.tsx'
import { tally } from './result-kind.ts'
import {
  keyOf,
  lastResultAt,
  markSeen,
  mayBeSeenElsewhere,
  readSeen,
  shownElsewhere,
  splitUnseen,
  unseenBids,
} from './seen-bids.ts'
import { noteSeen, seenElsewhereQuery } from './seen-elsewhere.ts'
import { showBidToasts } from './show-bid-toasts.tsx'

const NONE: ReadonlySet<string> = new Set()

type BidToastsProps = {
  userId: string
  /** Undefined until they are read from the server. */
  bids: readonly Bid[] | undefined
  /** Finds the picture and the page of a bid's item. */
  itemOf: ItemOf
}

/**
 * Tells the user of each bid that is placed or has a result: by a toast and by the screen reader while the user looks
 * at the page, otherwise in `awayResults`.
 */
export function BidToasts({ userId, bids, itemOf }: BidToastsProps) {
  const site = useSite()
  const visible = useVisible()
  const navigate = useNavigate()
  const started = useRef(false)
  const missed = useRef(new Set<string>())
  const latest = useRef({ itemOf, navigate })
  useEffect(() => {
    latest.current = { itemOf, navigate }
  })

  const [openedAt] = useState(siteClock.now)
  const isAsked = bids !== undefined && mayBeSeenElsewhere(bids, readSeen(userId), { openedAt, now: siteClock.now() })
  const elsewhere = useQuery({ ...seenElsewhereQuery, enabled: isAsked })
  // Without an answer, nothing is known of other browsers, and what happens from now on is shown.
  const seenUntil = elsewhere.isError ? null : elsewhere.data

  useEffect(() => {
    if (bids === undefined || site === undefined || (isAsked && seenUntil === undefined)) return
    const opening = !started.current
    started.current = true
    if (seenUntil !== undefined)
      markSeen(userId, shownElsewhere(bids, readSeen(userId), { until: seenUntil, openedAt }))
    const seen = readSeen(userId) ?? NONE

    const unseen = unseenBids(bids, seen)
    for (const bid of unseen) {
      // The page may have been open for a while before it knew what other browsers have shown.
      if (!visible || (opening && bid.updatedAt < openedAt)) missed.current.add(keyOf(bid))
    }
    const { fresh, away } = splitUnseen(unseen, missed.current, siteClock.now())
    const toasts = fresh.flatMap((bid) => bidToast(bid, site.name, latest.current.itemOf(bid).isOvertaken) ?? [])
    if (toasts.length > 0) {
      markSeen(userId, fresh)
      if (away.length === 0) noteSeen(lastResultAt(bids))
      showBidToasts(toasts, latest.current)
      announce(toasts.map(spokenText).join('. '))
    }
    if (opening && away.length > 0) {
      const { counts, paid, saved } = tally(away)
      announce(messages.result.whileAway(counts, paid, saved))
    }
    const dismiss = () => {
      markSeen(userId, away)
      noteSeen(lastResultAt(bids))
      awayResults.set(null)
    }
    awayResults.set(away.length === 0 ? null : { bids: away.toSorted((a, b) => b.updatedAt - a.updatedAt), dismiss })
  }, [userId, bids, site, visible, isAsked, seenUntil, openedAt])

  useEffect(() => () => awayResults.set(null), [])
  return null
}

import { type Bid, messages } from '@bidwell/contract'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useSite } from '../../api/installation-queries.ts'
import { siteClock } from '../../time/site-clock.ts'
import { announce } from '../../ui/screen-readers.tsx'
import { awayResults } from './away-results.ts'
import { bidToast, spokenText } from './bid-toast.ts'
import type { ItemOf } from './BidToastContent.tsx'
import { tally } from './result-kind.ts'
import { keyOf, markSeen, readSeen, splitUnseen, unseenBids } from './seen-bids.ts'
import { showBidToasts } from './show-bid-toasts.tsx'

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

  useEffect(() => {
    if (bids === undefined || site === undefined) return
    const opening = !started.current
    started.current = true
    const seen = readSeen(userId)
    // On the first visit, the user is not told of the results so far.
    if (seen === null) return markSeen(userId, bids)

    const unseen = unseenBids(bids, seen)
    if (opening || !visible) for (const bid of unseen) missed.current.add(keyOf(bid))
    const { fresh, away } = splitUnseen(unseen, missed.current, siteClock.now())
    const toasts = fresh.flatMap((bid) => bidToast(bid, site.name, latest.current.itemOf(bid).isOvertaken) ?? [])
    if (toasts.length > 0) {
      markSeen(userId, fresh)
      showBidToasts(toasts, latest.current)
      announce(toasts.map(spokenText).join('. '))
    }
    if (opening && away.length > 0) {
      const { counts, paid } = tally(away)
      announce(messages.result.whileAway(counts, paid))
    }
    const dismiss = () => {
      markSeen(userId, away)
      awayResults.set(null)
    }
    awayResults.set(away.length === 0 ? null : { bids: away.toSorted((a, b) => b.updatedAt - a.updatedAt), dismiss })
  }, [userId, bids, site, visible])

  useEffect(() => () => awayResults.set(null), [])
  return null
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the user can see the page: it is not in a background tab or a minimised window. */
const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

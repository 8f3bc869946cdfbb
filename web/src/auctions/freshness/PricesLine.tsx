import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { Age } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { useNowUntil } from '../../time/use-now-until.ts'
import { Button } from '../../ui/Button.tsx'
import { RefreshCw } from '../../ui/icons.tsx'
import { toastError, toastInfo } from '../../ui/overlays/toasts.tsx'
import { announce } from '../../ui/screen-readers.tsx'
import { OLD_PRICE_MS } from '../price/old-price.ts'
import { requestPricesMutation } from '../tracked/auction-queries.ts'
import type { AuctionView } from '../tracked/auction-view.ts'
import { isWorthReading } from './is-worth-reading.ts'
import { countText, type Prices, pricesOf, type Progress, progressOf, type Refresh, startRefresh } from './prices.ts'

type PricesLineProps = { views: readonly AuctionView[]; list: RefObject<HTMLElement | null> }

/**
 * How old the prices of the list are, with a button that has all old ones read. Nothing before one is old. Stands over the
 * empty end of the list's first line of headings, so that it moves no row when it comes.
 */
export function PricesLine({ views, list }: PricesLineProps) {
  useLookedAt(list, views)
  const prices = pricesOf(views)
  const { progress, refresh, ask, isAsking } = useRefreshAll(views)
  const staleAt = prices && prices.oldestAt + OLD_PRICE_MS
  const now = useNowUntil(
    useCallback((instant) => (staleAt !== null && staleAt >= instant ? staleAt + 1 : null), [staleAt]),
  )
  const isOld = staleAt !== null && now > staleAt
  // It stays once it was shown: the focus may be on the button.
  const [wasOld, setWasOld] = useState(false)
  if (isOld && !wasOld) setWasOld(true)
  const online = useOnline()
  if (prices === null || !(isOld || wasOld)) return null
  const isReading = progress !== null && !progress.isOver
  const isBusy = isAsking || isReading
  const { offlineNoRead, noneOld } = messages.prices
  return (
    <div className="absolute -top-3 right-0 z-1 flex h-11 items-center text-right text-label text-ink-2 tabular dense:-top-2.5 dense:h-8">
      <p className="max-w-26 leading-4">
        {isReading && refresh ? <Reading {...progress} dueBy={refresh.dueBy} /> : <Ages prices={prices} />}
      </p>
      <Button
        size="icon"
        variant="quiet"
        aria-label="Refresh all"
        title="Refresh all"
        className="-mr-3 dense:mr-0 dense:size-8"
        busy={isBusy}
        whyNot={online ? (isOld ? null : noneOld) : offlineNoRead}
        onClick={ask}
      >
        {!isBusy && <RefreshCw aria-hidden size={18} />}
      </Button>
    </div>
  )
}

/** The refresh that the user has asked for last, and how far it is. */
function useRefreshAll(views: readonly AuctionView[]) {
  const [refresh, setRefresh] = useState<Refresh | null>(null)
  const { mutate, isPending } = useMutation(requestPricesMutation)
  const siteName = useSiteName()
  const now = useNowUntil(
    useCallback((instant) => (refresh !== null && refresh.until > instant ? refresh.until : null), [refresh]),
  )
  const progress = refresh && progressOf(refresh, views, now)
  const ask = () => {
    setRefresh(null)
    mutate('all', {
      onSuccess: ({ ids, within_ms: withinMs }) => {
        if (ids.length > 0) setRefresh(startRefresh(ids, withinMs, views, siteClock.now()))
      },
      onError: (error) => toastError(messageOf(error)),
    })
  }
  const read = progress?.isOver ? progress.done : null
  const of = progress?.of
  useEffect(() => {
    if (read === null || of === undefined) return
    announce(messages.prices.read(read, of))
    if (read < of) toastInfo(messages.prices.notRead(of - read, siteName))
  }, [read, of, siteName])
  return { refresh, progress, ask, isAsking: isPending }
}

const Ages = ({ prices }: { prices: Prices }) => (
  <>
    {countText(prices)}
    <span className="whitespace-nowrap">
      <Age
        since={prices.oldestAt}
        fromMs={OLD_PRICE_MS}
        freshText={prices.count === 1 ? 'under 10 min old' : 'all within 10 min'}
        prefix={prices.count === 1 ? '' : 'oldest '}
        suffix={prices.count === 1 ? ' old' : ''}
      />
    </span>
  </>
)

const Reading = ({ done, of, dueBy }: Progress & { dueBy: number }) => (
  <>{messages.prices.reading({ done, of, withinMs: dueBy - siteClock.now() })}</>
)

/** A pointer on its way to another auction, and a key that is held down, look at nothing. */
const DWELL_MS = 300

const auctionIdAt = ({ target }: Event): number | null => {
  const card = target instanceof Element ? target.closest('[data-auction-card]') : null
  return card === null ? null : Number(card.getAttribute('data-auction-card'))
}

/**
 * Has the old price of an auction read again when the pointer or the focus stays on its card. Says nothing when the server
 * refuses: the card shows the age of its price all the same. A tap opens the auction, which reads it anyway.
 */
function useLookedAt(list: RefObject<HTMLElement | null>, views: readonly AuctionView[]) {
  const { mutate } = useMutation(requestPricesMutation)
  const askedAt = useRef(new Map<number, number>())
  const ask = useEffectEvent((id: number) => {
    const view = views.find(({ tracked }) => tracked.auction.id === id)
    const now = siteClock.now()
    if (!view || !isWorthReading(view, askedAt.current.get(id), now)) return
    askedAt.current.set(id, now)
    mutate({ id })
  })
  useEffect(() => {
    let lookedAt: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = new AbortController()

    function lookAt(id: number | null) {
      if (id === lookedAt) return
      lookedAt = id
      clearTimeout(timer)
      if (id !== null) timer = setTimeout(() => ask(id), DWELL_MS)
    }

    const { signal } = left
    const onPointer = (event: PointerEvent) => event.pointerType !== 'touch' && lookAt(auctionIdAt(event))
    list.current?.addEventListener('pointerover', onPointer, { signal })
    list.current?.addEventListener('pointerleave', () => lookAt(null), { signal })
    list.current?.addEventListener('focusin', (event) => lookAt(auctionIdAt(event)), { signal })
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [list])
}

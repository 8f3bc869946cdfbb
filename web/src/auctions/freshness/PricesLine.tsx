import { AUCTION, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/site-query.ts'
import { useOnline } from '../../api/use-online.ts'
import { Age } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import type { LotView } from '../lot/lot-view.ts'
import { useNowUntil } from '../lot/use-now-until.ts'
import { countText, type Prices, pricesOf, type Progress, progressOf, type Refresh, startRefresh } from './prices.ts'
import { requestPricesMutation } from './request-prices.ts'
import { useLookedAt } from './use-looked-at.ts'

type PricesLineProps = { views: readonly LotView[]; list: RefObject<HTMLElement | null> }

/** How old the prices of the list are, with a button that has all old ones read. Nothing before one is old. */
export function PricesLine({ views, list }: PricesLineProps) {
  useLookedAt(list, views)
  const prices = pricesOf(views)
  const { progress, refresh, ask, isAsking, error } = useRefreshAll(views)
  const staleAt = prices && prices.oldestAt + AUCTION.stalePriceMs
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
  const { offlineNoRead, noneOld } = messages.prices
  return (
    <div className="flex flex-col items-end text-small text-ink-2 tabular">
      <div className="flex flex-wrap items-center justify-end gap-x-2 text-right">
        <p>{isReading && refresh ? <Reading {...progress} dueBy={refresh.dueBy} /> : <Ages prices={prices} />}</p>
        <Button
          size="dense"
          variant="quiet"
          className="text-small"
          busy={isAsking || isReading}
          whyNot={online ? (isOld ? null : noneOld) : offlineNoRead}
          onClick={ask}
        >
          Refresh all
        </Button>
      </div>
      {progress?.isOver && progress.done < progress.of && <Unread {...progress} />}
      {error && (
        <p role="alert" className="text-warning">
          {messageOf(error)}
        </p>
      )}
    </div>
  )
}

/** The refresh that the user has asked for last, and how far it is. */
function useRefreshAll(views: readonly LotView[]) {
  const [refresh, setRefresh] = useState<Refresh | null>(null)
  const { mutate, isPending, error } = useMutation(requestPricesMutation)
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
    })
  }
  const read = progress?.isOver ? progress.done : null
  const of = progress?.of
  useEffect(() => {
    if (read !== null && of !== undefined) announce(messages.prices.read(read, of))
  }, [read, of])
  return { refresh, progress, ask, isAsking: isPending, error }
}

const Ages = ({ prices }: { prices: Prices }) => (
  <>
    {countText(prices)}
    <Age
      since={prices.oldestAt}
      fromMs={AUCTION.stalePriceMs}
      freshText={prices.count === 1 ? 'under 1 min old' : 'all under 1 min old'}
      prefix={prices.count === 1 ? '' : 'oldest '}
      suffix={prices.count === 1 ? ' old' : ''}
    />
  </>
)

const Reading = ({ done, of, dueBy }: Progress & { dueBy: number }) => (
  <>{messages.prices.reading({ done, of, withinMs: dueBy - siteClock.now() })}</>
)

function Unread({ done, of }: Progress) {
  return <p className="text-warning">{messages.prices.notRead(of - done, useSiteName())}</p>
}

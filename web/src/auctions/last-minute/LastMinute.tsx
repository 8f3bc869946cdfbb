import { messages } from '@bidwell/contract'
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSiteName } from '../../api/installation-queries.ts'
import { BidAgain } from '../../bids/form/BidAgain.tsx'
import { resultKindOf } from '../../bids/results/result-kind.ts'
import { switchSignals } from '../../bids/signals.ts'
import { timeLeftText } from '../../time/countdown-rules.ts'
import { siteClock } from '../../time/site-clock.ts'
import { setText, tick } from '../../time/ticker.ts'
import { useNowUntil } from '../../time/use-now-until.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDown, ChevronUp, ExternalLink, Volume2, VolumeX } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { lastMinuteSignals } from '../../ui/preferences.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { PayLink } from '../../wins/PayLink.tsx'
import { sentenceOf } from '../tracked/auction-sentence.ts'
import { isOver, type AuctionState, stateOf } from '../tracked/auction-state.ts'
import { lastMinuteAuction } from '../tracked/last-minute-auction.ts'
import { tagOf } from '../tracked/state-styles.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { PriceBar } from './PriceBar.tsx'
import { lastMinuteText, nextShownChange, type ShownAuction, shownAt } from './shown-auction.ts'
import { standingOf } from './standing.ts'
import { stationsOf } from './stations.ts'
import { Stations } from './Stations.tsx'

type LastMinuteProps = {
  auctions: readonly TrackedAuction[]
  /** When the page was opened, epoch ms. The results strip shows older results. */
  openedAt: number
  detailBase: string
  /** Over the page, which has a last minute of its own: it shows the clock alone until the user asks for more. */
  inSheet?: boolean
}

/** The auction with a bid that ends next, from a minute before its end until its result has been shown. */
export function LastMinute({ auctions, openedAt, detailBase, inSheet = false }: LastMinuteProps) {
  const watched = useMemo(
    () =>
      auctions.filter(
        ({ auction, bid }) =>
          bid === null ||
          resultKindOf(bid) === null ||
          bid.updatedAt >= openedAt ||
          (bid.status === 'outbid' && auction.endsOn >= openedAt),
      ),
    [auctions, openedAt],
  )
  const now = useNowUntil(useCallback((instant) => nextShownChange(watched, instant), [watched]))
  const [collapsed, setCollapsed] = useState(inSheet)
  const shown = shownAt(watched, now)
  const shownId = shown === null || collapsed ? null : shown.tracked.auction.id
  useEffect(() => {
    if (inSheet) return undefined
    lastMinuteAuction.set(shownId)
    return () => lastMinuteAuction.set(null)
  }, [inSheet, shownId])
  if (shown === null) return null
  return (
    <LastMinuteCard
      {...shown}
      now={now}
      collapsed={collapsed}
      onToggle={() => setCollapsed(!collapsed)}
      detailUrl={`${detailBase}${shown.tracked.auction.id}`}
    />
  )
}

type LastMinuteCardProps = ShownAuction & { now: number; collapsed: boolean; onToggle: () => void; detailUrl: string }

function LastMinuteCard({ tracked, others, now, collapsed, onToggle, detailUrl }: LastMinuteCardProps) {
  const content = useId()
  const { auction } = tracked
  const state = stateOf(tracked, now)
  const style = tagOf(tracked, state)
  const over = isOver(auction, now)
  const standing = standingOf(tracked, state)
  const Toggle = collapsed ? ChevronUp : ChevronDown
  return (
    <section
      aria-label="Last minute"
      data-last-minute
      className={classNames(
        'flex flex-col gap-2 rounded-card border-2 bg-surface p-3 shadow-float',
        over ? 'border-edge' : standing?.isPassed === true ? 'border-warning' : 'border-urgent',
      )}
    >
      <div className="flex items-start gap-3">
        {/* On a phone, the row above it has the picture and the whole title. */}
        {!collapsed && <Picture url={auction.imageUrls[0]} px={72} className="max-sm:hidden" />}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 sm:flex-col sm:items-start">
          {!collapsed && (
            <Tag tone={style.tone} icon={style.icon}>
              {style.label}
            </Tag>
          )}
          <LastMinuteClock endsOn={auction.endsOn} className={collapsed ? 'text-timer' : 'text-hero'} />
        </div>
        <div className="-m-2 flex shrink-0">
          {!collapsed && <SignalsButton />}
          <Button
            variant="quiet"
            size="icon"
            aria-label={collapsed ? 'Show the last minute' : 'Hide the last minute'}
            aria-expanded={!collapsed}
            aria-controls={content}
            onClick={onToggle}
          >
            <Toggle aria-hidden size={20} />
          </Button>
        </div>
      </div>
      <Link
        to={detailUrl}
        className={classNames(
          'font-semibold break-words underline-offset-4 hover:underline',
          collapsed ? 'truncate' : 'max-sm:truncate',
        )}
      >
        {auction.title}
      </Link>
      <div id={content} hidden={collapsed} className="flex flex-col gap-2 [[hidden]]:hidden">
        {standing && <PriceBar standing={standing} />}
        <Progress tracked={tracked} state={state} over={over} detailUrl={detailUrl} />
        {others > 0 && <p className="text-small text-ink-2">and {others} more in the last minute</p>}
      </div>
    </section>
  )
}

/** Switches the sound and the vibration of the last minute on and off. */
function SignalsButton() {
  const isOn = lastMinuteSignals.use() === 'on'
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={messages.lastMinute.signals}
      aria-pressed={isOn}
      title={messages.lastMinute.signals}
      onClick={() => switchSignals(!isOn)}
    >
      <Icon aria-hidden size={20} />
    </Button>
  )
}

/** In these states the stations tell all. */
const PLAIN: readonly AuctionState[] = [
  'watching',
  'armed',
  'ending_soon',
  'final_minute',
  'bidding',
  'accepted',
  'overtaken',
  'result_pending',
]

type ProgressProps = { tracked: TrackedAuction; state: AuctionState; over: boolean; detailUrl: string }

function Progress({ tracked, state, over, detailUrl }: ProgressProps) {
  const siteName = useSiteName()
  const stations = stationsOf(tracked, over)
  const isResult = tracked.bid !== null && resultKindOf(tracked.bid) !== null
  return (
    <>
      {stations && !(state === 'bid_again' && tracked.bid?.status === 'pending') && <Stations stations={stations} />}
      {(!PLAIN.includes(state) || (state === 'result_pending' && tracked.bid?.ledAtClose)) && (
        <p className={isResult ? 'font-semibold text-balance' : 'text-small'}>{sentenceOf(tracked, state, siteName)}</p>
      )}
      {tracked.bid && (state === 'bid_again' || state === 'over_max') && (
        <BidAgain key={tracked.auction.id} auction={tracked.auction} bid={tracked.bid} formUrl={`${detailUrl}&edit=`} />
      )}
      {state === 'overtaken' && (
        <>
          <p className="text-small">{messages.lastMinute.standsAtSite(siteName)}</p>
          <a
            href={tracked.auction.itemUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'dense' }, 'self-start')}
          >
            Bid at {siteName}
            <ExternalLink aria-hidden size={16} />
          </a>
        </>
      )}
      {state === 'won' && tracked.bid && (
        <div className="flex flex-wrap gap-2">
          <PayLink win={tracked.win} title={tracked.auction.title} />
          <Link to={`/bid-history/${tracked.bid.id}`} className={buttonClass({ size: 'dense' })}>
            Receipt
          </Link>
        </div>
      )}
    </>
  )
}

/** The time to an end in tenths of a second; in whole seconds for a user who asks for less motion. */
function LastMinuteClock({ endsOn, className }: { endsOn: number; className: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const remainingMs = endsOn - now
      const trusted = siteClock.isTrusted()
      setText(current, lastMinuteText(remainingMs, trusted ? (calm ? 'seconds' : 'tenths') : 'minutes'))
      const spoken = timeLeftText(endsOn, now)
      if (current.ariaLabel !== spoken) current.ariaLabel = spoken
      return trusted && !calm && remainingMs > 0
    })
  }, [endsOn, calm])
  return <span ref={element} role="timer" className={`block whitespace-nowrap font-semibold tabular ${className}`} />
}

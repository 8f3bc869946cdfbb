import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSiteName } from '../../api/installation-queries.ts'
import { resultKindOf } from '../../bids/results/result-kind.ts'
import { timeLeftText } from '../../time/countdown-rules.ts'
import { siteClock } from '../../time/site-clock.ts'
import { setText, tick } from '../../time/ticker.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { sentenceOf } from '../lot/lot-sentence.ts'
import { isOver, type LotState, stateOf } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import { tagOf } from '../lot/state-styles.ts'
import { useNowUntil } from '../lot/use-now-until.ts'
import { lastMinuteText, nextStageChange, type Stage, stageAt } from './stage.ts'
import { stationsOf } from './stations.ts'
import { Stations } from './Stations.tsx'

type LastMinuteStageProps = {
  lots: readonly Lot[]
  /** When the page was opened, epoch ms. The results strip shows older results. */
  openedAt: number
  detailBase: string
  /** Shows the clock alone until the user asks for more. */
  startsCollapsed?: boolean
}

/** The lot with a bid that ends next, from a minute before its end until its result has been shown. */
export function LastMinuteStage({ lots, openedAt, detailBase, startsCollapsed = false }: LastMinuteStageProps) {
  const watched = useMemo(
    () =>
      lots.filter(
        ({ auction, bid }) =>
          bid === null ||
          resultKindOf(bid) === null ||
          bid.updatedAt >= openedAt ||
          (bid.status === 'outbid' && auction.endsOn >= openedAt),
      ),
    [lots, openedAt],
  )
  const now = useNowUntil(useCallback((instant) => nextStageChange(watched, instant), [watched]))
  const [collapsed, setCollapsed] = useState(startsCollapsed)
  const stage = stageAt(watched, now)
  if (stage === null) return null
  return (
    <StageCard
      {...stage}
      now={now}
      collapsed={collapsed}
      onToggle={() => setCollapsed(!collapsed)}
      detailUrl={`${detailBase}${stage.lot.auction.id}`}
    />
  )
}

type StageCardProps = Stage & { now: number; collapsed: boolean; onToggle: () => void; detailUrl: string }

function StageCard({ lot, others, now, collapsed, onToggle, detailUrl }: StageCardProps) {
  const content = useId()
  const { auction } = lot
  const state = stateOf(lot, now)
  const style = tagOf(lot, state)
  const over = isOver(auction, now)
  const Toggle = collapsed ? ChevronUp : ChevronDown
  return (
    <section
      aria-label="Last minute"
      data-stage
      className={classNames(
        'flex flex-col gap-2 rounded-card border-2 bg-surface p-3 shadow-float',
        over ? 'border-edge' : 'border-urgent',
      )}
    >
      <div className="flex items-start gap-3">
        {!collapsed && <Picture url={auction.imageUrls[0]} px={72} />}
        <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
          {!collapsed && (
            <Tag tone={style.tone} icon={style.icon}>
              {style.label}
            </Tag>
          )}
          <Link to={detailUrl} className="line-clamp-1 font-semibold break-words underline-offset-4 hover:underline">
            {auction.title}
          </Link>
          <StageClock endsOn={auction.endsOn} className={collapsed ? 'text-timer' : 'text-hero'} />
        </div>
        <Button
          variant="quiet"
          size="icon"
          className="-m-2 shrink-0"
          aria-label={collapsed ? 'Show the last minute' : 'Hide the last minute'}
          aria-expanded={!collapsed}
          aria-controls={content}
          onClick={onToggle}
        >
          <Toggle aria-hidden size={20} />
        </Button>
      </div>
      <div id={content} hidden={collapsed} className="flex flex-col gap-2 [[hidden]]:hidden">
        <Progress lot={lot} state={state} over={over} detailUrl={detailUrl} />
        {others > 0 && <p className="text-small text-ink-2">and {others} more in the last minute</p>}
      </div>
    </section>
  )
}

/** In these states the stations tell all. */
const PLAIN: readonly LotState[] = [
  'watching',
  'armed',
  'ending_soon',
  'final_minute',
  'bidding',
  'accepted',
  'overtaken',
  'result_pending',
]

type ProgressProps = { lot: Lot; state: LotState; over: boolean; detailUrl: string }

function Progress({ lot, state, over, detailUrl }: ProgressProps) {
  const siteName = useSiteName()
  const stations = stationsOf(lot, over)
  const isResult = lot.bid !== null && resultKindOf(lot.bid) !== null
  return (
    <>
      {stations && !(state === 'bid_again' && lot.bid?.status === 'pending') && <Stations stations={stations} />}
      {(!PLAIN.includes(state) || (state === 'result_pending' && lot.bid?.ledAtClose)) && (
        <p className={isResult ? 'font-semibold text-balance' : 'text-small'}>{sentenceOf(lot, state, siteName)}</p>
      )}
      {(state === 'bid_again' || state === 'over_max') && (
        <Link to={`${detailUrl}&edit=`} className={buttonClass({ variant: 'primary', size: 'dense' }, 'self-start')}>
          {state === 'bid_again' ? 'Bid again' : 'Raise'}
        </Link>
      )}
      {state === 'won' && (
        <a
          href={lot.auction.itemUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`Pay for ${lot.auction.title}`}
          className={buttonClass({ size: 'dense' }, 'self-start')}
        >
          Pay
        </a>
      )}
    </>
  )
}

/** The time to an end in tenths of a second; in whole seconds for a user who asks for less motion. */
function StageClock({ endsOn, className }: { endsOn: number; className: string }) {
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

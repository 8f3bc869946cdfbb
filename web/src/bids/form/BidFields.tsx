import { type Auction, type Bid, changeDeadline, messages, PERIODS } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { TimeLeft } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { exactInBothZones } from '../../time/zoned-times.ts'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { Link } from '../../ui/Link.tsx'
import { centsFromTyped, centsOf, formatDollars } from '../../ui/money.ts'
import { exposureQuery } from '../bid-queries.ts'
import { pauseQuery } from '../pause/pause-queries.ts'
import { CostInAll } from '../shipping/CostInAll.tsx'
import { BidModeChips } from './BidModeChips.tsx'
import { DeliveredFields } from './DeliveredFields.tsx'
import { ifDraftWins } from './if-all-win.ts'
import { LeadField } from './LeadField.tsx'
import type { BidDraft } from './use-bid-draft.ts'

type BidFieldsProps = {
  draft: BidDraft
  auction: Pick<Auction, 'auctionId' | 'bidCount' | 'minimumBid' | 'endsOn'>
  siteName: string
  /** The bid that is changed; null for a new one. */
  standing: Bid | null
  disabled: boolean
  isStopped?: boolean
  /** Its group has not let the bid out yet. */
  waits?: boolean
  maxField?: Ref<HTMLInputElement>
}

/** The fields for the maximum or the delivered price, and for the lead, with their meaning and the last moment of change. */
export function BidFields({
  draft,
  auction,
  siteName,
  standing,
  disabled,
  isStopped = false,
  waits = false,
  maxField,
}: BidFieldsProps) {
  const { typed, edit, seconds } = draft
  const maxCents = centsFromTyped(typed.max)
  return (
    <div className="flex flex-col gap-3">
      <BidModeChips value={typed.mode} onChange={(mode) => edit({ mode })} />
      <DeliveredFields draft={draft} disabled={disabled} maxField={maxField} />
      {draft.delivered === null && (
        <MoneyField
          {...(maxField && { ref: maxField })}
          name="max_bid"
          label="Your max"
          hint={`${auction.bidCount === 0 ? 'Starting price' : 'Next bid'} ${formatDollars(auction.minimumBid)}. Other bidders never see your max; ${siteName} bids up to it for you.`}
          error={draft.maxFault}
          disabled={disabled}
          value={typed.max}
          onChange={(event) => edit({ max: event.target.value })}
        />
      )}
      {draft.delivered === null && maxCents !== null && draft.maxFault === undefined && (
        <CostInAll auctionId={auction.auctionId} priceCents={maxCents} />
      )}
      <IfAllWin draft={draft} endsOn={auction.endsOn} standing={standing} />
      <LeadField
        typed={typed.lead}
        seconds={seconds}
        fault={draft.leadFault}
        siteName={siteName}
        disabled={disabled}
        onChange={(lead) => edit({ lead })}
      />
      {seconds !== null && (
        <Moment at={auction.endsOn - seconds * 1_000} {...{ waits, isStopped }} isHeld={standing?.phase === 'armed'} />
      )}
    </div>
  )
}

type MomentProps = {
  /** Epoch ms. */
  at: number
  waits: boolean
  isStopped: boolean
  /** An engine holds the bid already: one of the operator's two pauses lets it out. */
  isHeld: boolean
}

/** When the bid goes out, and until when it can be changed. */
function Moment({ at, waits, isStopped, isHeld }: MomentProps) {
  const now = siteClock.now()
  const { data: pause } = useQuery(pauseQuery)
  const operator = isHeld && pause?.operator?.state === 'no_new' ? null : pause?.operator
  const isPaused = pause !== undefined && (pause.own ?? operator) !== null
  if (waits && changeDeadline(at) <= now)
    return <p className="text-small text-ink-2">{messages.bidGroup.momentPassed}</p>
  return (
    <p className="text-small text-ink-2 tabular">
      Bids at {exactInBothZones(at, now)}
      {isStopped && ', if your login works by then'}
      {isPaused && ', if bidding is resumed by then'}. Can be changed or cancelled until a second before,{' '}
      <TimeLeft at={changeDeadline(at)} prefix="in " passed="which has passed" />.
    </p>
  )
}

type IfAllWinProps = { draft: BidDraft; endsOn: number; standing: Bid | null }

/** The line under the maximum: what the bids of its day and week cost if all win, or which limit it exceeds. */
function IfAllWin({ draft: { typed, delivered, plan }, endsOn, standing }: IfAllWinProps) {
  const { data } = useQuery(exposureQuery)
  const typedCents = centsFromTyped(delivered ? typed.allIn : typed.max)
  const bidCents = plan.maxBid === null ? null : centsOf(plan.maxBid)
  const besidesOfDelivered = typedCents === null || bidCents === null ? null : typedCents - bidCents
  const besidesCents = delivered ? besidesOfDelivered : 0
  const sum = data && ifDraftWins(data, { endsOn, typedCents, besidesCents, standing })
  if (!sum) return null
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-small">
      <output className={sum.over ? 'text-danger' : 'text-ink-2 tabular'}>{sum.text}</output>
      {/* Proposed with the first bid alone. */}
      {data.days.length === 0 && PERIODS.every((period) => data.limits[period] === null) && (
        <Link to="/settings?tab=bidding" className="font-semibold text-accent underline underline-offset-4">
          {messages.exposure.setLimits}
        </Link>
      )}
    </div>
  )
}

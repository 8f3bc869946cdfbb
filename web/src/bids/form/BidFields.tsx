import { type Auction, BID, messages, PERIODS } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { TimeLeft } from '../../time/TimeLeft.tsx'
import { exactInBothZones } from '../../time/zoned-times.ts'
import { Chips } from '../../ui/fields/Chips.tsx'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { Link } from '../../ui/Link.tsx'
import { centsFromTyped, formatDollars } from '../../ui/money.ts'
import { bidMode } from '../../ui/preferences.ts'
import { exposureQuery } from '../bid-queries.ts'
import { pauseQuery } from '../pause/pause-queries.ts'
import { CostInAll } from '../shipping/CostInAll.tsx'
import { changeDeadlineOf } from '../typed-bid.ts'
import { DeliveredFields } from './DeliveredFields.tsx'
import { ifDraftWins } from './if-all-win.ts'
import { LeadField } from './LeadField.tsx'
import type { BidDraft } from './use-bid-draft.ts'

type BidFieldsProps = {
  draft: BidDraft
  auction: Pick<Auction, 'auctionId' | 'bidCount' | 'minimumBid' | 'endsOn'>
  siteName: string
  /** The maximum of the standing bid, or its delivered price, dollars. */
  standingMax: number | null
  disabled: boolean
  isStopped?: boolean
  maxField?: Ref<HTMLInputElement>
}

const MODES = (['bid', 'delivered'] as const).map((value) => ({ value, label: messages.delivered.modes[value] }))

/** The fields for the maximum or the delivered price, and for the lead, with their meaning and the last moment of change. */
export function BidFields({
  draft,
  auction,
  siteName,
  standingMax,
  disabled,
  isStopped = false,
  maxField,
}: BidFieldsProps) {
  const { typed, edit, seconds } = draft
  const maxCents = centsFromTyped(typed.max)
  const now = siteClock.now()
  const { data: pause } = useQuery(pauseQuery)
  const isPaused = pause !== undefined && (pause.own ?? pause.operator) !== null
  return (
    <div className="flex flex-col gap-3">
      <Chips
        label={messages.delivered.mode}
        value={typed.mode}
        onChange={(mode) => {
          bidMode.write(mode)
          edit({ mode, again: '' })
        }}
        chips={MODES}
        wraps
      />
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
          onChange={(event) => edit({ max: event.target.value, again: '' })}
        />
      )}
      {draft.delivered === null && maxCents !== null && draft.maxFault === undefined && (
        <CostInAll auctionId={auction.auctionId} priceCents={maxCents} />
      )}
      <IfAllWin
        endsOn={auction.endsOn}
        typedMax={draft.delivered ? typed.allIn : typed.max}
        standingMax={standingMax}
      />
      {draft.delivered === null && draft.needsRetyping && (
        <MoneyField
          name="max_bid_again"
          label="Your max, again"
          hint={`More than ${BID.confirmAboveTimesPrice} times the price: please type it once more.`}
          error={draft.againFault}
          disabled={disabled}
          value={typed.again}
          onChange={(event) => edit({ again: event.target.value })}
        />
      )}
      <LeadField
        typed={typed.lead}
        seconds={seconds}
        fault={draft.leadFault}
        siteName={siteName}
        disabled={disabled}
        onChange={(lead) => edit({ lead })}
      />
      {seconds !== null && (
        <p className="text-small text-ink-2 tabular">
          Bids at {exactInBothZones(auction.endsOn - seconds * 1_000, now)}
          {isStopped && ', if your login works by then'}
          {isPaused && ', if bidding is resumed by then'}. Can be changed or cancelled until a second before,{' '}
          <TimeLeft at={changeDeadlineOf(auction.endsOn, seconds)} prefix="in " passed="which has passed" />.
        </p>
      )}
    </div>
  )
}

type IfAllWinProps = { endsOn: number; typedMax: string; standingMax: number | null }

/** The line under the maximum: what the bids of its day and week cost if all win, or which limit it exceeds. */
function IfAllWin({ endsOn, typedMax, standingMax }: IfAllWinProps) {
  const { data } = useQuery(exposureQuery)
  const sum = data && ifDraftWins(data, { endsOn, typedCents: centsFromTyped(typedMax), standingMax })
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

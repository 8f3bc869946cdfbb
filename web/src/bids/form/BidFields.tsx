import { type Auction, BID } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type Ref, Suspense, useId } from 'react'
import { formatDollars } from '../../ui/money.ts'
import { siteClock } from '../../time/site-clock.ts'
import { Until } from '../../time/LiveTime.tsx'
import { exactInBothZones } from '../../time/zoned-times.ts'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { MoneyField } from '../../ui/fields/MoneyField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { changeDeadlineOf, leadRisk } from '../bid-rules.ts'
import { pauseQuery } from '../pause/pause-queries.ts'
import type { BidDraft } from './use-bid-draft.ts'

const DayLimitUsage = lazyOptional(async () => (await import('./DayLimitUsage.tsx')).DayLimitUsage)

type BidFieldsProps = {
  draft: BidDraft
  auction: Pick<Auction, 'bidCount' | 'minimumBid' | 'endsOn'>
  siteName: string
  /** The maximum of the standing bid, dollars. */
  standingMax: number | null
  disabled: boolean
  isStopped?: boolean
  maxField?: Ref<HTMLInputElement>
}

/** The fields for the maximum and the lead, with their meaning and the last moment of change. */
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
  const leads = useId()
  const now = siteClock.now()
  const { data: pause } = useQuery(pauseQuery)
  const isPaused = pause !== undefined && (pause.own ?? pause.operator) !== null
  return (
    <div className="flex flex-col gap-3">
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
      <Suspense>
        <DayLimitUsage endsOn={auction.endsOn} typedMax={typed.max} standingMax={standingMax} />
      </Suspense>
      {draft.needsRetyping && (
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
      <TextField
        name="seconds_before_end"
        label="Seconds before the end"
        inputMode="numeric"
        autoComplete="off"
        list={leads}
        hint={seconds === null ? undefined : leadRisk(seconds, siteName)}
        error={draft.leadFault}
        disabled={disabled}
        value={typed.lead}
        onChange={(event) => edit({ lead: event.target.value })}
        className="tabular"
      />
      <datalist id={leads}>
        {[3, 5, 10, 30].map((lead) => (
          <option key={lead} value={lead}>
            {lead} seconds
          </option>
        ))}
      </datalist>
      {seconds !== null && (
        <p className="text-small text-ink-2 tabular">
          Bids at {exactInBothZones(auction.endsOn - seconds * 1_000, now)}
          {isStopped && ', if your login works by then'}
          {isPaused && ', if bidding is resumed by then'}. Can be changed or cancelled until{' '}
          {exactInBothZones(changeDeadlineOf(auction.endsOn, seconds), now)},{' '}
          <Until at={changeDeadlineOf(auction.endsOn, seconds)} passed="which has passed" />.
        </p>
      )}
    </div>
  )
}

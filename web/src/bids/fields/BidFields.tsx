import { type Auction, type Bid, changeDeadline, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { centsFromTyped, centsOf } from '../../ui/money.ts'
import { bidsQuery, exposureQuery } from '../bid-queries.ts'
import { pauseQuery } from '../pause-queries.ts'
import { CostInAll } from '../shipping/CostInAll.tsx'
import { SoldButton } from '../sold/SoldButton.tsx'
import { DeliveredFields } from './DeliveredFields.tsx'
import { ifDraftWins } from './if-all-win.ts'
import { LeadField } from './LeadField.tsx'
import type { BidDraft } from './use-bid-draft.ts'

type BidFieldsProps = {
  draft: BidDraft
  auction: Pick<Auction, 'auctionId' | 'title' | 'endsOn'>
  siteName: string
  /** The bid that is changed; null for a new one. */
  standing: Bid | null
  disabled: boolean
  isStopped?: boolean
  /** Its group has not let the bid out yet. */
  waits?: boolean
  maxField?: Ref<HTMLInputElement>
}

/** The field for the maximum or the delivered price, what it would cost, and the lead. Anything else is said only where it is bad. */
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
  const hasBids = useQuery(bidsQuery).data?.length !== 0
  const maxCents = centsFromTyped(typed.max)
  return (
    <div className="flex flex-col gap-2">
      <DeliveredFields draft={draft} disabled={disabled} maxField={maxField} />
      {draft.delivered === null && (
        <MoneyField
          {...(maxField && { ref: maxField })}
          name="max_bid"
          label="Your max"
          hint={hasBids ? undefined : messages.bid.maxIsSecret}
          error={draft.maxFault}
          disabled={disabled}
          value={typed.max}
          onChange={(event) => edit({ max: event.target.value })}
        />
      )}
      {draft.delivered === null && maxCents !== null && draft.maxFault === undefined && (
        <CostInAll auctionId={auction.auctionId} priceCents={maxCents} />
      )}
      <OtherMode draft={draft} />
      <SoldButton
        title={auction.title}
        maxCents={draft.plan.maxBid === null ? null : centsOf(draft.plan.maxBid)}
        siteName={siteName}
      />
      <NearLimit draft={draft} endsOn={auction.endsOn} standing={standing} />
      <LeadField
        typed={typed.lead}
        seconds={seconds}
        fault={draft.leadFault}
        siteName={siteName}
        disabled={disabled}
        onChange={(lead) => edit({ lead })}
      />
      {seconds !== null && (
        <Doubt at={auction.endsOn - seconds * 1_000} {...{ waits, isStopped }} isHeld={standing?.phase === 'armed'} />
      )}
    </div>
  )
}

/** Changes between the maximum and the delivered price, of this bid alone. A delivered price needs a ZIP code. */
function OtherMode({ draft: { delivered, zip, edit } }: { draft: BidDraft }) {
  if (delivered === null && zip === null) return null
  return (
    <button
      type="button"
      className="min-h-8 self-start text-small text-link"
      onClick={() => edit({ mode: delivered ? 'bid' : 'delivered' })}
    >
      {delivered ? messages.delivered.setBid : messages.delivered.setDelivered}
    </button>
  )
}

type DoubtProps = {
  /** When the bid is sent, epoch ms. */
  at: number
  waits: boolean
  isStopped: boolean
  /** An engine holds the bid already: one of the operator's two pauses lets it out. */
  isHeld: boolean
}

/** Why the bid may not be sent at its moment. */
function Doubt({ at, waits, isStopped, isHeld }: DoubtProps) {
  const { data: pause } = useQuery(pauseQuery)
  const operator = isHeld && pause?.operator?.state === 'no_new' ? null : pause?.operator
  const isPaused = pause !== undefined && (pause.own ?? operator) !== null
  const { momentPassed } = messages.bidGroup
  const { ifLoginWorks, ifResumed } = messages.bid
  const isPassed = waits && changeDeadline(at) <= siteClock.now()
  const why = isPassed ? momentPassed : isStopped ? ifLoginWorks : isPaused ? ifResumed : null
  return why !== null && <p className="text-small text-ink-2">{why}</p>
}

type NearLimitProps = { draft: BidDraft; endsOn: number; standing: Bid | null }

/** What the bids of its day and week cost if all win, near a limit, or which limit it exceeds. */
function NearLimit({ draft: { typed, delivered, plan }, endsOn, standing }: NearLimitProps) {
  const { data } = useQuery(exposureQuery)
  const typedCents = centsFromTyped(delivered ? typed.allIn : typed.max)
  const bidCents = plan.maxBid === null ? null : centsOf(plan.maxBid)
  const besidesOfDelivered = typedCents === null || bidCents === null ? null : typedCents - bidCents
  const besidesCents = delivered ? besidesOfDelivered : 0
  const sum = data && ifDraftWins(data, { endsOn, typedCents, besidesCents, standing })
  return sum && <output className={`text-small tabular ${sum.over ? 'text-danger' : 'text-ink-2'}`}>{sum.text}</output>
}

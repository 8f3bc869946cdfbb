import { GROUP, messages, pickupOf, type ScrapedAuction } from '@bidwell/contract'
import { useSiteName } from '../../api/installation-queries.ts'
import { siteClock } from '../../time/site-clock.ts'
import { inBothZones } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { MoneyField, TextField } from '../../ui/fields/TextField.tsx'
import { X } from '../../ui/icons.tsx'
import { formatDollars } from '../../ui/money.ts'
import { Picture } from '../../ui/Picture.tsx'
import { bidsText } from '../price/price-text.ts'
import { ReferenceHint } from './PasteField.tsx'
import {
  type AuctionRow as RowState,
  isTicked,
  type ReadyRow,
  type TypedRow,
  typedOfWish,
  type Wish,
} from './several-auctions.ts'
import { stateText } from './texts-of-rows.ts'

type RowProps = {
  row: RowState
  typed: TypedRow | undefined
  wish: Wish | undefined
  /** The seconds before the end, of this bid alone and of all bids, as typed. */
  lead: { own: string; ofAll: string }
  /** The name of its group as typed; null where no groups are offered. */
  group: string | null
  disabled: boolean
  onType: (change: Partial<TypedRow>) => void
  onRetry: () => void
  onRemove: () => void
}

/** One of several auctions, with the fields for a bid on it. */
export function AuctionRow({ row, onRetry, onRemove, ...fields }: RowProps) {
  const { wish, disabled } = fields
  const siteName = useSiteName()
  const { item, reference, kind } = row
  const needsMax = kind === 'ready' && item !== null && row.takesBid && row.result?.scheduled !== true
  const isFaulty =
    kind === 'unread' || (kind === 'ready' && !row.isAdding && row.result !== null && row.result.failure !== null)
  const namesNoItem = kind === 'unread' && row.why === messages.auction.badReference(siteName)
  const state = stateText(row)
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_2.75rem] items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-0 sm:grid-cols-[3rem_minmax(0,1fr)_auto_2.75rem]">
      <Picture url={item?.image_urls[0]} px={48} />
      <div>
        <p className="font-semibold wrap-anywhere">{item?.title ?? reference}</p>
        {item && (
          <p className="text-ink-2 tabular">
            Ends {inBothZones(Date.parse(item.end_time), siteClock.now()).join(' · ')},{' '}
            {formatDollars(item.current_bid)}, {bidsText(item.bid_count)}
          </p>
        )}
        {wish?.remark && <p className="text-ink-2">{wish.remark}</p>}
        {state !== '' && (
          <p className={isFaulty ? 'text-danger' : 'text-ink-2'}>
            {namesNoItem ? `${state}.` : state} {kind === 'unread' && <ReferenceHint reference={reference} />}
          </p>
        )}
        {kind === 'unread' && !namesNoItem && (
          <Button size="dense" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
      {needsMax && <TypedBid {...fields} item={item} row={row} />}
      <Button
        variant="quiet"
        size="icon"
        className="-col-end-1 row-start-1"
        disabled={disabled}
        aria-label={`Leave out ${item?.title ?? reference}`}
        onClick={onRemove}
      >
        <X aria-hidden size={18} />
      </Button>
    </li>
  )
}

type TypedBidProps = Pick<RowProps, 'typed' | 'wish' | 'lead' | 'group' | 'disabled' | 'onType'> & {
  item: ScrapedAuction
  row: ReadyRow
}

/** The fields for a bid on one of the auctions: side by side, below the auction on a phone. */
function TypedBid({ item, row, typed, wish, lead, group, disabled, onType }: TypedBidProps) {
  const { draft, delivered, hasBid } = row
  const wished = wish && typedOfWish(wish)
  return (
    <div
      className={classNames(
        'col-span-full row-start-2 flex flex-wrap gap-2 *:min-w-0 *:flex-1 *:basis-20 sm:col-span-1 sm:col-start-3 sm:row-start-1 sm:max-w-90 sm:*:max-w-28',
        // Below a tick, the fields stand under its box.
        !wished && 'sm:justify-end',
      )}
    >
      {wished && (
        <div className={WHOLE_LINE}>
          <Checkbox
            label={wishText(wish)}
            disabled={disabled}
            checked={isTicked(typed, wish)}
            onChange={({ target }) => onType(target.checked ? wished : { max: '', allIn: '' })}
          />
        </div>
      )}
      <AmountFields {...{ item, row, typed, disabled, onType }} />
      {hasBid && (
        <TextField
          name={`seconds_${item.auction_id}`}
          label={messages.importing.seconds}
          aria-label={messages.importing.secondsFor(item.title)}
          error={lead.own === '' ? undefined : draft.leadFault}
          placeholder={lead.ofAll}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={lead.own}
          onChange={(event) => onType({ seconds: event.target.value })}
        />
      )}
      {group !== null && (
        <TextField
          name={`group_${item.auction_id}`}
          label={messages.bidGroup.group}
          aria-label={messages.bidGroup.groupFor(item.title)}
          autoComplete="off"
          maxLength={GROUP.maxNameLength}
          disabled={disabled}
          value={group}
          onChange={(event) => onType({ group: event.target.value })}
        />
      )}
      {hasBid && delivered && (
        <output className={classNames(WHOLE_LINE, 'text-ink-2 tabular')}>
          {delivered.sum ?? (draft.maxFault === undefined ? delivered.whyNoOrder : '')}
        </output>
      )}
    </div>
  )
}

/** What sets the bid: its maximum, or its delivered price with an allowance while no costs are known. */
function AmountFields({ item, row, typed, disabled, onType }: Omit<TypedBidProps, 'wish' | 'lead' | 'group'>) {
  const { draft, delivered, hasBid } = row
  const field = delivered ? 'allIn' : 'max'
  const label = messages.importing.maxFor[delivered ? 'delivered' : 'bid']
  return (
    <>
      <MoneyField
        name={`${delivered ? 'all_in' : 'max_bid'}_${item.auction_id}`}
        label={label}
        aria-label={`${label} for ${item.title}`}
        error={draft.maxFault}
        disabled={disabled}
        value={typed?.[field] ?? ''}
        onChange={(event) => onType({ [field]: event.target.value })}
      />
      {hasBid && delivered?.needsAllowance && (
        <MoneyField
          name={`allowance_${item.auction_id}`}
          label={messages.importing.allowance}
          aria-label={messages.importing.allowanceFor(item.title)}
          error={delivered.allowanceFault}
          disabled={disabled}
          value={typed?.allowance ?? ''}
          onChange={(event) => onType({ allowance: event.target.value })}
        />
      )}
    </>
  )
}

const WHOLE_LINE = 'basis-full! sm:max-w-full!'

function wishText({ max, delivered = '', pickup = '', seconds }: Wish): string {
  const lead = seconds === '' ? null : seconds
  return delivered === ''
    ? messages.importing.bidToo(`$${max}`, lead)
    : messages.importing.deliveredToo(`$${delivered}`, pickupOf(pickup).pickup, lead)
}

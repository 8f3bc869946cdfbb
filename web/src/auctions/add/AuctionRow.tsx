import { messages } from '@bidwell/contract'
import { useSiteName } from '../../api/installation-queries.ts'
import { siteClock } from '../../time/site-clock.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { MoneyField } from '../../ui/fields/TextField.tsx'
import { X } from '../../ui/icons.tsx'
import { formatDollars } from '../../ui/money.ts'
import { Picture } from '../../ui/Picture.tsx'
import { bidsText } from '../price/price-text.ts'
import { ReferenceHint } from './PasteField.tsx'
import type { ReadyRow, AuctionRow as RowState } from './several-auctions.ts'
import { stateText } from './texts-of-rows.ts'

type RowProps = {
  row: RowState
  typed: string | undefined
  disabled: boolean
  onType: (amount: string) => void
  onRetry: () => void
  onRemove: () => void
}

/** One of several auctions, with the field for a bid on it. */
export function AuctionRow({ row, onRetry, onRemove, ...fields }: RowProps) {
  const { disabled } = fields
  const siteName = useSiteName()
  const { item, reference, kind } = row
  const takesMax = kind === 'ready' && row.takesBid && row.result?.scheduled !== true
  const isFaulty =
    kind === 'unread' || (kind === 'ready' && !row.isAdding && row.result !== null && row.result.failure !== null)
  const namesNoItem = kind === 'unread' && row.why === messages.auction.badReference(siteName)
  const state = stateText(row)
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_2.75rem] items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-0 sm:grid-cols-[3rem_minmax(0,1fr)_8rem_2.75rem]">
      <Picture url={item?.image_urls[0]} px={48} />
      <div>
        <p className="font-semibold wrap-anywhere">{item?.title ?? reference}</p>
        {item && (
          <p className="text-ink-2 tabular">
            {viewerTimes().brief(Date.parse(item.end_time), siteClock.now())} · {formatDollars(item.current_bid)} ·{' '}
            {bidsText(item.bid_count)}
          </p>
        )}
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
      {takesMax && <Max {...fields} row={row} />}
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

type MaxProps = Pick<RowProps, 'typed' | 'disabled' | 'onType'> & { row: ReadyRow }

/** On a phone, below the auction. */
const Max = ({ row: { item, draft }, typed, disabled, onType }: MaxProps) => (
  <div className="col-span-full row-start-2 sm:col-span-1 sm:col-start-3 sm:row-start-1">
    <MoneyField
      name={`max_bid_${item.auction_id}`}
      label="Max"
      aria-label={`Max for ${item.title}`}
      error={draft.maxFault}
      disabled={disabled}
      value={typed ?? ''}
      onChange={(event) => onType(event.target.value)}
    />
  </div>
)

import { GROUP, messages, type ScrapedAuction } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { auctionForm } from '../../bids/form/auction-form.ts'
import { LeadField } from '../../bids/form/LeadField.tsx'
import { LoginRequiredBanner } from '../../bids/form/LoginRequiredBanner.tsx'
import { whyNotBid } from '../../bids/form/why-not-bid.ts'
import { typedLeadFault } from '../../bids/typed-bid.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { siteClock } from '../../time/site-clock.ts'
import { inBothZones } from '../../time/zoned-times.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { MoneyField, TextField } from '../../ui/fields/TextField.tsx'
import { formatDollars } from '../../ui/money.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { bidsText } from '../price/price-text.ts'
import { ReferenceHint } from './PasteField.tsx'
import {
  buttonText,
  groupNameOf,
  hasMax,
  offersGroups,
  type AuctionRow,
  type ReadyRow,
  stateText,
  summaryText,
  toDo,
  type TypedMax,
  type Wish,
  whyNotAdd,
} from './several-auctions.ts'
import { useSeveralAuctions } from './use-several-auctions.ts'

/** More auctions than this are a mistake, and would use up the account's reads. */
const MAX_AUCTIONS = 30

type SeveralAuctionsProps = {
  references: readonly string[]
  /** What a file asks for some of them, and how many it may have. */
  wishes?: ReadonlyMap<string, Wish>
  most?: number
  onClose: () => void
}

const NO_WISHES: ReadonlyMap<string, Wish> = new Map()

/** Several pasted links in one table, with a maximum for each auction. It stays open while an auction has failed. */
export function SeveralAuctions({
  references: all,
  wishes = NO_WISHES,
  most = MAX_AUCTIONS,
  onClose,
}: SeveralAuctionsProps) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const references = all.slice(0, most).filter((reference) => !removed.has(reference))
  const { rows, typed, busy, lead, setLead, addAll, type, retry } = useSeveralAuctions(references, wishes)
  const [summary, setSummary] = useState<string | null>(null)
  const siteName = useSiteName()
  const noLogin = whyNotBid(useQuery(connectionQuery), siteName)
  const todo = toDo(rows, typed)
  const wantsBids = todo.some(({ reference }) => hasMax(typed, reference))
  const showsGroups = offersGroups(todo, { typed, wishes })
  const whyNot = useWhyOffline() ?? whyNotAdd(rows, todo, typed) ?? (wantsBids ? noLogin : null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || whyNot !== null) return
    const results = await addAll(todo)
    const text = summaryText(results)
    if (results.some(({ failure }) => failure !== null)) return setSummary(text)
    toastSuccess(text)
    onClose()
  }

  return (
    <Dialog wide ignoreOutsideClicks onClose={onClose} title={messages.importing.addTitle(references.length)}>
      <form
        {...auctionForm({ name: 'add-auctions', auctionId: references.join(','), action: 'adding_auction' })}
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        {all.length > most && (
          <p className="text-small text-ink-2">
            The first {most} of {all.length} links. Paste the others afterwards.
          </p>
        )}
        {wantsBids && noLogin !== null && <LoginRequiredBanner why={noLogin} />}
        <BidOnAll rows={rows} wishes={wishes} typed={typed} onType={type} />
        {showsGroups && <p className="text-small text-ink-2">{messages.bidGroup.sameName}</p>}
        <table className="w-full border-collapse text-small">
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.reference}
                row={row}
                typed={typed.get(row.reference)}
                wish={wishes.get(row.reference)}
                groupName={showsGroups ? groupNameOf({ typed, wishes }, row.reference) : null}
                disabled={busy}
                onType={(change) => type(row.reference, change)}
                onRetry={() => retry(row.reference)}
                onRemove={() => {
                  if (references.length === 1) onClose()
                  setRemoved(new Set(removed).add(row.reference))
                }}
              />
            ))}
          </tbody>
        </table>
        {wantsBids && (
          <LeadField
            typed={lead}
            seconds={typedLeadFault(lead) === null ? Number(lead) : null}
            fault={typedLeadFault(lead) ?? undefined}
            siteName={siteName}
            disabled={busy}
            onChange={setLead}
          />
        )}
        <ActionBar outcome={<output>{whyNot ?? summary}</output>}>
          <Button type="submit" variant="primary" busy={busy} whyNot={whyNot} className="flex-1">
            {buttonText(todo, typed)}
          </Button>
          <Button onClick={onClose}>{summary === null ? 'Cancel' : 'Close'}</Button>
        </ActionBar>
      </form>
    </Dialog>
  )
}

const useWhyOffline = () => (useOnline() ? null : 'You are offline, so nothing can be added.')

type BidOnAllProps = {
  rows: readonly AuctionRow[]
  wishes: ReadonlyMap<string, Wish>
  typed: ReadonlyMap<string, TypedMax>
  onType: (reference: string, change: Partial<TypedMax>) => void
}

/** One tick for all that a file asks a bid for; absent where it asks for fewer than two. */
function BidOnAll({ rows, wishes, typed, onType }: BidOnAllProps) {
  const wished = rows.flatMap(({ kind, reference }) => {
    const max = wishes.get(reference)?.max ?? ''
    return kind === 'ready' && max !== '' ? [{ reference, max }] : []
  })
  if (wished.length < 2) return null
  return (
    <Checkbox
      label={messages.importing.bidOnAll(wished.length)}
      checked={wished.every(({ reference, max }) => typed.get(reference)?.max === max)}
      onChange={({ target }) => {
        for (const { reference, max } of wished) onType(reference, { max: target.checked ? max : '', again: '' })
      }}
    />
  )
}

type RowProps = {
  row: AuctionRow
  typed: TypedMax | undefined
  wish: Wish | undefined
  /** Null where no groups are offered. */
  groupName: string | null
  disabled: boolean
  onType: (change: Partial<TypedMax>) => void
  onRetry: () => void
  onRemove: () => void
}

function Row({ row, typed, wish, groupName, disabled, onType, onRetry, onRemove }: RowProps) {
  const siteName = useSiteName()
  const { item, reference, kind } = row
  const needsMax = kind === 'ready' && item !== null && row.result?.scheduled !== true
  const isFaulty = kind === 'unread' || (kind === 'ready' && row.result !== null && row.result.failure !== null)
  const namesNoItem = kind === 'unread' && row.why === messages.auction.badReference(siteName)
  const state = stateText(row)
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td className="w-12 py-3 pr-3 max-sm:hidden">
        <Picture url={item?.image_urls[0]} px={48} />
      </td>
      <th scope="row" colSpan={needsMax ? 1 : 2} className="py-3 pr-3 text-left font-normal">
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
      </th>
      {needsMax && (
        <td className="w-28 py-3 sm:w-44">
          <TypedBid {...{ item, typed, wish, groupName, disabled, onType }} draft={row.draft} />
        </td>
      )}
      <td className="w-11 py-3">
        <Button
          variant="quiet"
          size="icon"
          disabled={disabled}
          aria-label={`Leave out ${item?.title ?? reference}`}
          onClick={onRemove}
        >
          <X aria-hidden size={18} />
        </Button>
      </td>
    </tr>
  )
}

type TypedBidProps = Pick<RowProps, 'typed' | 'wish' | 'groupName' | 'disabled' | 'onType'> & {
  item: ScrapedAuction
  draft: ReadyRow['draft']
}

/** The fields for a bid on one of the auctions. */
const TypedBid = ({ item, draft, typed, wish, groupName, disabled, onType }: TypedBidProps) => (
  <div className="flex flex-col gap-2">
    {wish !== undefined && wish.max !== '' && (
      <Checkbox
        label={messages.importing.bidToo(`$${wish.max}`, wish.seconds === '' ? null : wish.seconds)}
        disabled={disabled}
        checked={typed?.max === wish.max}
        onChange={({ target }) => onType({ max: target.checked ? wish.max : '', again: '' })}
      />
    )}
    <MoneyField
      name={`max_bid_${item.auction_id}`}
      label="Max"
      aria-label={`Max for ${item.title}`}
      error={draft.maxFault}
      disabled={disabled}
      value={typed?.max ?? ''}
      onChange={(event) => onType({ max: event.target.value, again: '' })}
    />
    {draft.needsRetyping && (
      <MoneyField
        name={`max_bid_again_${item.auction_id}`}
        label="Max, again"
        aria-label={`Max, again, for ${item.title}`}
        error={draft.againFault}
        disabled={disabled}
        value={typed?.again ?? ''}
        onChange={(event) => onType({ again: event.target.value })}
      />
    )}
    {groupName !== null && (
      <TextField
        name={`group_${item.auction_id}`}
        label={messages.bidGroup.group}
        aria-label={messages.bidGroup.groupFor(item.title)}
        autoComplete="off"
        maxLength={GROUP.maxNameLength}
        disabled={disabled}
        value={groupName}
        onChange={(event) => onType({ group: event.target.value })}
      />
    )}
  </div>
)

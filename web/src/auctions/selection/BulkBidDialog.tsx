import { type Bid, type BidChange, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { changeMutation } from '../../bids/bid-queries.ts'
import { auctionForm } from '../../bids/fields/auction-form.ts'
import { useOneMorePress } from '../../bids/fields/use-one-more-press.ts'
import { useIsUnmounted } from '../../state/use-is-unmounted.ts'
import { Button } from '../../ui/Button.tsx'
import { MoneyField, TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastOutcome, toastSuccess, watchUser } from '../../ui/overlays/toasts.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { bulkSummary, readBulkChange, refusedBefore, type RefusedBid } from './bulk-change.ts'

type BulkBidDialogProps = { auctions: readonly TrackedAuction[]; onClose: () => void; onDone: () => void }

/** Changes the maximum, the lead, or both, of every selected auction with a pending bid. */
export function BulkBidDialog({ auctions, onClose, onDone }: BulkBidDialogProps) {
  const [max, setMax] = useState('')
  const [lead, setLead] = useState('')
  const { busy, result, changeAll } = useBulkChange(() => {
    onDone()
    onClose()
  })
  // After a refusal, only the refused bids are changed again.
  const isToChange = (id: number) => result === null || result.refused.some((refused) => refused.id === id)
  const withBid = auctions.filter(({ bid }) => bid?.status === 'pending' && isToChange(bid.id))
  const pending = withBid.flatMap(({ bid }) => bid ?? [])
  const { change, maxFault, leadFault, far } = readBulkChange({ max, lead }, withBid)
  const press = useOneMorePress(far.map((title) => ({ title, toConfirm: max, maxBid: change?.maxBid ?? 0 })))
  const foreseen = maxFault === undefined ? refusedBefore(max, withBid) : []

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change !== null && foreseen.length === 0 && press.sends()) void changeAll(pending, change)
  }

  const hasChange = change !== null && pending.length > 0
  const whyNot = foreseen.length > 0 ? 'Change the max, or select fewer' : hasChange ? null : 'Nothing to change yet'

  return (
    <Dialog
      onClose={onClose}
      title={pending.length === 1 ? 'Change 1 bid' : `Change ${pending.length} bids`}
      description={
        auctions.length === pending.length || result !== null
          ? undefined
          : `${auctions.length - pending.length} of those selected have no bid to change.`
      }
    >
      <form
        {...auctionForm({
          name: 'bids',
          auctionId: withBid.map(({ auction }) => auction.auctionId).join(','),
          action: max === '' && lead === '' ? null : 'scheduling_snipe',
        })}
        onSubmit={submit}
        className="flex flex-col gap-3"
      >
        <MoneyField
          name="max_bid"
          label="Max for each"
          hint="Leave empty to keep each one's own."
          error={maxFault}
          value={max}
          onChange={(event) => setMax(event.target.value)}
        />
        <TextField
          name="seconds_before_end"
          label="Seconds before the end"
          inputMode="numeric"
          hint="Leave empty to keep each one's own."
          error={leadFault}
          value={lead}
          onChange={(event) => setLead(event.target.value)}
        />
        {foreseen.length > 0 ? (
          <RefusedBids title={`Not possible for ${foreseen.length} of ${pending.length}:`} bids={foreseen} />
        ) : (
          result && <RefusedBids title={bulkSummary(result.requested, result.refused.length)} bids={result.refused} />
        )}
        <output className="text-small font-semibold">{press.yes !== null && messages.bid.farAboveOf(far)}</output>
        <div className="mt-3 flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} whyNot={whyNot}>
            {press.yes ?? 'Change bids'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * Changes bids one after another, until the dialog is closed: then a toast says what was done. `result` is what the server refused, and how many it was asked to change; null before.
 */
function useBulkChange(onAllChanged: () => void) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ requested: number; refused: RefusedBid[] } | null>(null)
  const { mutateAsync: changeBid } = useMutation(changeMutation)
  const isUnmounted = useIsUnmounted()

  async function changeAll(bids: readonly Bid[], change: BidChange) {
    if (busy) return
    const isUserThere = watchUser()
    setBusy(true)
    const refused: RefusedBid[] = []
    let requested = 0
    for (const { id, title } of bids) {
      if (isUnmounted()) break
      requested += 1
      await changeBid({ id, ...change }).catch((error: unknown) =>
        refused.push({ id, title, reason: messageOf(error) }),
      )
    }
    setBusy(false)
    if (!isUserThere()) return
    if (isUnmounted()) {
      const left = bids.length - requested
      const summary = [...(left === 0 ? [] : [messages.bid.stopped(left)]), bulkSummary(requested, refused.length)]
      const failures = refused.map(({ title, reason }) => `${title}: ${reason}`)
      return toastOutcome(summary, failures)
    }
    if (refused.length > 0) return setResult({ requested, refused })
    toastSuccess(bulkSummary(bids.length, 0))
    onAllChanged()
  }
  return { busy, result, changeAll }
}

/** The bids that a change does not reach, each with its reason. */
const RefusedBids = ({ title, bids }: { title: string; bids: readonly RefusedBid[] }) => (
  <div aria-live="polite" className="rounded-card bg-danger-tint p-3 text-small">
    <table className="w-full text-left">
      <caption className="pb-1 text-left font-semibold text-danger">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {bids.map(({ id, title: item, reason }) => (
          <tr key={id} className="align-top">
            <th scope="row" className="w-2/5 py-1 pr-3 font-semibold wrap-anywhere">
              {item}
            </th>
            <td className="py-1 wrap-anywhere">{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { changeMutation } from '../../bids/change-mutation.ts'
import { auctionForm } from '../../session/auction-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { MoneyField } from '../../ui/fields/MoneyField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { toastInfo, toastSuccess } from '../../ui/toasts/toasts.tsx'
import { bulkSummary, readBulkChange } from './bulk-change.ts'
import type { Lot } from '../lot/lot.ts'

type BulkBidDialogProps = { lots: readonly Lot[]; onClose: () => void; onDone: () => void }

/** Changes the maximum, the lead, or both, of every selected lot with a pending bid. */
export function BulkBidDialog({ lots, onClose, onDone }: BulkBidDialogProps) {
  const [max, setMax] = useState('')
  const [again, setAgain] = useState('')
  const [lead, setLead] = useState('')
  const [busy, setBusy] = useState(false)
  const { mutateAsync: changeBid } = useMutation(changeMutation)
  const withBid = lots.filter(({ bid }) => bid?.status === 'pending')
  const pending = withBid.flatMap(({ bid }) => bid ?? [])
  const { change, maxFault, leadFault, twice } = readBulkChange({ max, again, lead }, withBid)

  async function apply() {
    if (change === null || busy) return
    setBusy(true)
    const refused: string[] = []
    for (const bid of pending) {
      await changeBid({ id: bid.id, ...change }).catch((error: unknown) =>
        refused.push(`${bid.title}: ${messageOf(error)}`),
      )
    }
    const summary = bulkSummary(pending.length, refused)
    if (refused.length === 0) toastSuccess(summary)
    else toastInfo(summary, { persistent: true })
    onDone()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply()
  }

  return (
    <Dialog
      onClose={onClose}
      title={pending.length === 1 ? 'Change 1 bid' : `Change ${pending.length} bids`}
      description={
        lots.length === pending.length
          ? undefined
          : `${lots.length - pending.length} of those selected have no bid to change.`
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
        {twice && (
          <MoneyField
            name="max_bid_again"
            label="Max for each, again"
            hint="More than 3 times the price of at least one: please type it once more."
            value={again}
            onChange={(event) => setAgain(event.target.value)}
          />
        )}
        <TextField
          name="seconds_before_end"
          label="Seconds before the end"
          inputMode="numeric"
          hint="Leave empty to keep each one's own."
          error={leadFault}
          value={lead}
          onChange={(event) => setLead(event.target.value)}
        />
        <div className="mt-3 flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            whyNot={change === null || pending.length === 0 ? 'Nothing to change yet' : null}
          >
            Change bids
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { auctionForm } from '../../bids/fields/auction-form.ts'
import { LeadField } from '../../bids/fields/LeadField.tsx'
import { LoginRequiredBanner } from '../../bids/fields/LoginRequiredBanner.tsx'
import { farBids, useOneMorePress } from '../../bids/fields/use-one-more-press.ts'
import { whyNotBid } from '../../bids/fields/why-not-bid.ts'
import { typedLeadFault } from '../../bids/typed-bid.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastOutcome, toastSuccess, watchUser } from '../../ui/overlays/toasts.tsx'
import { LIST } from '../../ui/screen-readers.tsx'
import { AuctionRow } from './AuctionRow.tsx'
import { LeftOut } from './LeftOut.tsx'
import { type AddResult, type ReadyRow, type AuctionRow as RowState, toDo } from './several-auctions.ts'
import { buttonText, outcomeOf, summaryText, whyNotAdd } from './texts-of-rows.ts'
import { useSeveralAuctions } from './use-several-auctions.ts'

/** More auctions than this are a mistake, and would use up the account's reads. */
const MAX_AUCTIONS = 30

type SeveralAuctionsProps = {
  references: readonly string[]
  /** Pasted lines that name no item. */
  leftOut: readonly string[]
  onClose: () => void
}

/** Several pasted links in one list, with a maximum for each auction. It stays open while an auction has failed. */
export function SeveralAuctions({ references: all, leftOut, onClose }: SeveralAuctionsProps) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const references = all.slice(0, MAX_AUCTIONS).filter((reference) => !removed.has(reference))
  const { rows, typed, busy, lead, setLead, type, retry, onlyOne, ...run } = useSeveralAuctions(references)
  const { form, initialFocus } = useFirstMax(rows)
  const title = messages.importing.addTitle(references.length)
  const [summary, setSummary] = useState<string | null>(null)
  const siteName = useSiteName()
  const noLogin = whyNotBid(useQuery(connectionQuery), siteName)
  const todo = toDo(rows)
  const wantsBids = todo.some(({ hasBid }) => hasBid)
  const offline = useOnline() ? null : messages.page.offlineNoAdd
  const whyNot = offline ?? whyNotAdd(rows, todo) ?? (wantsBids ? noLogin : null)
  const press = useOneMorePress(todo.flatMap(farBidsOf))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || whyNot !== null || !press.sends()) return
    const isUserThere = watchUser()
    const { done, wasStopped, isClosed } = await run.addAll(todo)
    if (!isUserThere()) return
    if (isClosed) return toastClosed(outcomeOf(todo, done))
    const text = summaryText(done)
    if (wasStopped || hasFailure(done)) return setSummary(text)
    toastSuccess(text)
    onClose()
  }

  function close() {
    run.close()
    onClose()
  }

  function remove(reference: string) {
    if (references.length === 1) onClose()
    setRemoved(new Set(removed).add(reference))
  }

  return (
    <Dialog wide ignoreOutsideClicks {...{ initialFocus, title }} onClose={close}>
      <form
        {...auctionForm({ name: 'add-auctions', auctionId: references.join(','), action: 'adding_auction' })}
        ref={form}
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        {all.length > MAX_AUCTIONS && <TooMany all={all.length} />}
        {noLogin !== null && <LoginRequiredBanner why={noLogin} />}
        <LeftOut lines={leftOut} />
        <Checkbox
          label={messages.bidGroup.onlyOne}
          checked={onlyOne.isTicked}
          disabled={busy}
          onChange={({ target }) => onlyOne.setTicked(target.checked)}
        />
        <ul {...LIST} className="text-small">
          {rows.map((row) => (
            <AuctionRow
              key={row.reference}
              row={row}
              typed={typed.get(row.reference)}
              disabled={busy}
              onType={(amount) => type(row.reference, amount)}
              onRetry={() => retry(row.reference)}
              onRemove={() => remove(row.reference)}
            />
          ))}
        </ul>
        <LeadOfAll lead={lead} siteName={siteName} disabled={busy} onChange={setLead} />
        <Actions
          {...{ todo, busy, whyNot, yes: press.yes, summary: press.why ?? summary, wasRun: summary !== null }}
          onStop={run.stop}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}

/** The form whose first maximum has the focus once it can be typed, unless the user types in the form already. */
function useFirstMax(rows: readonly RowState[]) {
  const form = useRef<HTMLFormElement>(null)
  const isRead = rows.length > 0 && rows[0]?.kind !== 'reading'
  useEffect(() => {
    const isTyping = form.current?.querySelector('input:not([type=checkbox]):focus') !== null
    if (isRead && !isTyping) firstMaxOf(form.current)?.focus()
  }, [isRead])
  return { form, initialFocus: () => firstMaxOf(form.current) }
}

const firstMaxOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('li input[inputmode=decimal]') ?? null

const TooMany = ({ all }: { all: number }) => (
  <p className="text-small text-ink-2">
    The first {MAX_AUCTIONS} of {all} links. Paste the others afterwards.
  </p>
)

const toastClosed = ({ summary, failures }: ReturnType<typeof outcomeOf>) => toastOutcome(summary, failures)

type ActionsProps = {
  todo: readonly ReadyRow[]
  busy: boolean
  whyNot: string | null
  /** The button's text while it asks once more. */
  yes: string | null
  summary: string | null
  /** Some auctions were added, so that closing the table takes nothing back. */
  wasRun: boolean
  onStop: () => void
  onClose: () => void
}

/** While auctions are added, the second button stops before the next one, and the table stays open. */
const Actions = ({ todo, busy, whyNot, yes, summary, wasRun, onStop, onClose }: ActionsProps) => (
  <ActionBar outcome={<output>{todo.length === 0 ? (summary ?? whyNot) : (whyNot ?? summary)}</output>}>
    <Button type="submit" variant="primary" busy={busy} whyNot={whyNot} className="flex-1">
      {yes ?? buttonText(todo)}
    </Button>
    {busy ? (
      <Button onClick={onStop}>{messages.importing.stop}</Button>
    ) : (
      <Button onClick={onClose}>{wasRun ? 'Close' : 'Cancel'}</Button>
    )}
  </ActionBar>
)

const farBidsOf = ({ item, hasBid, draft }: ReadyRow) => (hasBid ? farBids(item.title, draft) : [])

const hasFailure = (results: readonly AddResult[]) => results.some(({ failure }) => failure !== null)

type LeadOfAllProps = { lead: string; siteName: string; disabled: boolean; onChange: (lead: string) => void }

function LeadOfAll({ lead, ...rest }: LeadOfAllProps) {
  const fault = typedLeadFault(lead)
  return <LeadField typed={lead} seconds={fault === null ? Number(lead) : null} fault={fault ?? undefined} {...rest} />
}

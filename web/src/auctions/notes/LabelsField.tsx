import { type Auction, isSameLabel, labelFault, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useOnline } from '../../api/use-online.ts'
import { whyOffline } from '../../bids/bid-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Tag, X } from '../../ui/icons.tsx'
import { runUndoable, toastError } from '../../ui/overlays/toasts.tsx'
import { endedAuctionsQuery, openAuctionsQuery } from '../tracked/auction-queries.ts'
import { labelsOf, type TrackedAuction } from '../tracked/tracked-auction.ts'
import { labelMutation } from './note-queries.ts'

/** The labels of a list. They stay the same when another price is read, so that nothing is drawn for it. */
const labelsIn = (auctions: Auction[]): string[] => labelsOf(auctions.map((auction) => ({ auction, bid: null })))

/** The labels of one auction, or of several together. A change is saved at once, and can be undone. */
export function LabelsField({ auctions }: { auctions: readonly TrackedAuction[] }) {
  const { field, typed, type, fault, add, remove, isPending } = useLabels(auctions)
  const open = useQuery({ ...openAuctionsQuery, select: labelsIn }).data ?? []
  const ended = useQuery({ ...endedAuctionsQuery, select: labelsIn }).data ?? []
  const whyNot = whyOffline(useOnline())
  const list = useId()
  const labels = labelsOf(auctions)
  const countOf = (label: string) => idsWith(auctions, label).length

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (whyNot === null) add(typed)
  }

  return (
    <form name="labels" noValidate onSubmit={submit} className="flex flex-col gap-2">
      {labels.length > 0 && (
        <ul aria-label={messages.note.labels} className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <Label
              key={label}
              label={label}
              count={auctions.length > 1 ? messages.note.onHowMany(countOf(label), auctions.length) : null}
              whyNot={whyNot}
              onRemove={() => !isPending && remove(label)}
            />
          ))}
        </ul>
      )}
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            ref={field}
            name="label"
            label={messages.note.addLabel}
            list={list}
            autoComplete="off"
            enterKeyHint="done"
            error={fault}
            value={typed}
            onChange={({ target: { value } }) => type(value)}
          />
          <datalist id={list}>
            {[...new Set([...open, ...ended])]
              .filter((label) => countOf(label) < auctions.length)
              .map((label) => (
                <option key={label}>{label}</option>
              ))}
          </datalist>
        </div>
        {/* Beside the field, whose label stands above it. */}
        <Button
          type="submit"
          className="mt-6"
          busy={isPending}
          whyNot={whyNot ?? (typed.trim() === '' ? messages.note.typeFirst : null)}
        >
          {messages.note.add}
        </Button>
      </div>
    </form>
  )
}

/** What is typed, and the changes of the labels of all auctions. */
function useLabels(auctions: readonly TrackedAuction[]) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutateAsync, isPending } = useMutation(labelMutation)
  const change = (labels: Parameters<typeof mutateAsync>[0]) =>
    void mutateAsync(labels).catch((error: unknown) => toastError(messageOf(error)))

  function add(text: string) {
    const label = text.trim()
    const having = idsWith(auctions, label)
    const ids = auctions.map(({ auction }) => auction.id).filter((id) => !having.includes(id))
    const wrong = labelFault(label)
    setFault(wrong ?? undefined)
    setTyped(wrong === null ? '' : text)
    if (wrong !== null || ids.length === 0) return
    const write = async () => {
      try {
        await mutateAsync({ ids, add: [label] })
      } catch (error) {
        const why = messageOf(error)
        // Meanwhile, the field may have other text, or be gone.
        if (field.current?.value === '') {
          setTyped(label)
          setFault(why)
        } else toastError(messages.note.notLabelled(label, why))
        return null
      }
      return { text: messages.note.labelled(label, ids.length), undo: () => change({ ids, remove: [label] }) }
    }
    // A single one can be removed where it stands.
    void (auctions.length > 1 ? runUndoable(write) : write())
  }

  function remove(label: string) {
    const ids = idsWith(auctions, label)
    void runUndoable(async () => {
      try {
        await mutateAsync({ ids, remove: [label] })
      } catch (error) {
        toastError(messageOf(error))
        return null
      }
      return { text: messages.note.unlabelled(label, ids.length), undo: () => change({ ids, add: [label] }) }
    })
  }

  /** A comma ends a label. */
  function type(text: string) {
    setFault(undefined)
    if (text.endsWith(',')) add(text.slice(0, -1))
    else setTyped(text)
  }

  return { field, typed, type, fault, add, remove, isPending }
}

const idsWith = (auctions: readonly TrackedAuction[], label: string): number[] =>
  auctions
    .filter(({ auction }) => auction.labels.some((other) => isSameLabel(other, label)))
    .map(({ auction }) => auction.id)

type LabelProps = {
  label: string
  /** On how many of the auctions it is; null for the only one. */
  count: string | null
  whyNot: string | null
  onRemove: () => void
}

const Label = ({ label, count, whyNot, onRemove }: LabelProps) => (
  <li className="inline-flex max-w-full items-center gap-1 rounded-full border border-edge pl-2.5 text-small">
    <Tag aria-hidden size={14} className="shrink-0 text-ink-2" />
    <span className="min-w-0 break-words">{label}</span>
    {count !== null && <span className="text-ink-2 tabular">{count}</span>}
    <button
      type="button"
      aria-label={messages.note.removeLabel(label)}
      aria-disabled={whyNot !== null || undefined}
      title={whyNot ?? undefined}
      className="grid size-8 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:opacity-60"
      onClick={() => whyNot === null && onRemove()}
    >
      <X aria-hidden size={14} />
    </button>
  </li>
)

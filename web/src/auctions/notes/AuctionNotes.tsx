import { type Auction, messages, NOTES } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { LabelsField } from './LabelsField.tsx'
import { useNoteDraft } from './use-note-draft.ts'

type AuctionNotesProps = {
  tracked: TrackedAuction
  /** Each new value focuses the labels; null leaves the focus alone. */
  focus: string | null
}

/** What a user has written on an auction. */
export function AuctionNotes({ tracked, focus }: AuctionNotesProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focus !== null) section.current?.querySelector('input')?.focus()
  }, [focus])
  return (
    <section
      ref={section}
      aria-label={messages.note.menuEntry}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <LabelsField auctions={[tracked]} />
      <NoteField auction={tracked.auction} />
    </section>
  )
}

/** The note of an auction. It is saved when its user pauses typing, leaves the field, or opens another auction. */
function NoteField({ auction }: { auction: Pick<Auction, 'id' | 'note'> }) {
  const { text, type, state, error, save, takeStored, keepTyped } = useNoteDraft(auction)
  const hasFailed = state === 'not_saved' && error !== null
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={messages.note.label}
        placeholder={messages.note.placeholder}
        className="field-sizing-content max-h-60 min-h-18"
        maxLength={NOTES.maxNoteLength}
        value={text}
        error={hasFailed ? messageOf(error) : undefined}
        hint={
          <span className="flex min-h-5 justify-between gap-3">
            <span>{STATUS[state]}</span>
            {text.length > NOTES.maxNoteLength * 0.9 && (
              <span className="tabular">{messages.note.length(text.length)}</span>
            )}
          </span>
        }
        onChange={({ target: { value } }) => type(value)}
        onBlur={save}
      />
      {hasFailed && (
        <Button size="dense" className="self-start" onClick={save}>
          {messages.note.tryAgain}
        </Button>
      )}
      {state === 'changed_elsewhere' && (
        <div role="alert" className="flex flex-col gap-2 rounded-card bg-warning-tint p-3 text-small">
          <p className="font-semibold">{messages.note.changedHere}</p>
          <p className="break-words whitespace-pre-line">
            {auction.note === '' ? messages.note.emptyThere : `“${auction.note}”`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="dense" onClick={takeStored}>
              {messages.note.takeThat}
            </Button>
            <Button size="dense" onClick={keepTyped}>
              {messages.note.keepMine}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

const STATUS = {
  untouched: null,
  not_saved: null,
  changed_elsewhere: null,
  waiting: messages.note.waitsForConnection,
  saving: messages.note.saving,
  saved: messages.note.saved,
} as const satisfies Record<ReturnType<typeof useNoteDraft>['state'], string | null>

import { messages } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { LabelsField } from './LabelsField.tsx'
import { NoteField } from './NoteField.tsx'

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

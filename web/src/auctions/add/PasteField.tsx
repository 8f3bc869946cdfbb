import { messages } from '@bidwell/contract'
import { type FormEvent, type Ref, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CONTROL_CLASS } from '../../ui/fields/Field.tsx'
import { itemReferencesIn } from './item-references.ts'

type PasteFieldProps = {
  field: Ref<HTMLInputElement>
  /** What is typed and is no item narrows the list. */
  words: string
  onWords: (words: string) => void
  onAdd: (references: readonly string[]) => void
}

/** One field to add by, and to search by: an item's link or number is added, anything else is looked for in titles. */
export function PasteField({ field, words, onWords, onAdd }: PasteFieldProps) {
  const [fault, setFault] = useState<string | null>(null)

  const add = (text: string): boolean => {
    const references = itemReferencesIn(text)
    if (references.length === 0) return false
    onAdd(references)
    onWords('')
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add(words)) setFault(messages.auction.badReference)
  }

  return (
    <search className="min-w-0 flex-1 basis-72">
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <input
          ref={field}
          type="search"
          name="item"
          aria-label="Item link or number to add, or words to search for"
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : 'paste-fault'}
          placeholder="Paste an item link or number"
          autoComplete="off"
          value={words}
          onChange={(event) => {
            setFault(null)
            onWords(event.target.value)
          }}
          onPaste={(event) => {
            if (add(event.clipboardData.getData('text'))) event.preventDefault()
          }}
          className={`${CONTROL_CLASS} min-w-0 flex-1`}
        />
        <Button type="submit" variant="primary">
          Add
        </Button>
        {fault !== null && (
          <p id="paste-fault" role="alert" className="basis-full text-small text-danger">
            {fault}
          </p>
        )}
      </form>
    </search>
  )
}

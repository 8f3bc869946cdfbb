import { messages } from '@bidwell/contract'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { useSite, useSiteName } from '../../api/installation-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CONTROL_CLASS } from '../../ui/fields/Field.tsx'
import { describeReference } from './describe-reference.ts'
import { pastedItems } from './item-references.ts'

type PasteFieldProps = {
  field: Ref<HTMLInputElement>
  text: string
  onText: (text: string) => void
  onAdd: (references: readonly string[]) => void
}

/** One field to add and to search: an item's link or number is added, any other text filters the list by title. */
export function PasteField({ field, text, onText, onAdd }: PasteFieldProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const siteName = useSiteName()
  const form = useRef<HTMLFormElement>(null)

  const addFrom = (source: string): boolean => {
    const items = pastedItems(source)
    if (items.length === 0) return false
    onAdd(items)
    onText('')
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') form.current?.querySelector('input')?.focus()
    else if (!addFrom(text)) setRefused(text)
  }

  return (
    <search className="min-w-0 flex-1 basis-72 min-[82rem]:min-w-56">
      <form name="item" ref={form} onSubmit={submit} className="flex flex-wrap gap-2">
        <input
          ref={field}
          type="search"
          name="item"
          aria-label="Item link or number to add, or words to search for"
          aria-invalid={refused !== null || undefined}
          aria-describedby={refused === null ? undefined : 'paste-fault'}
          placeholder="Search, or paste a link"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setRefused(null)
            onText(event.target.value)
          }}
          onPaste={(event) => {
            if (addFrom(event.clipboardData.getData('text'))) event.preventDefault()
          }}
          className={`${CONTROL_CLASS} min-w-0 flex-1`}
        />
        <Button type="submit" variant="primary">
          Add
        </Button>
        {refused !== null && (
          <p id="paste-fault" role="alert" className="basis-full text-small text-danger">
            {messages.auction.badReference(siteName)}. <ReferenceHint reference={refused} />
          </p>
        )}
      </form>
    </search>
  )
}

/** What a text that names no item is instead, where that is certain. */
export function ReferenceHint({ reference }: { reference: string }) {
  const site = useSite()
  return site && describeReference(reference, site)
}

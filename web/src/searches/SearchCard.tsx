import { matchTitle, messages, readSearchText, type WireSearch } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '../api/use-online.ts'
import { useWhen } from '../time/use-when.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { ChevronDown, ChevronRight } from '../ui/icons.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { formatDollars } from '../ui/money.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { ItemRows } from './ItemRow.tsx'
import { hitsQuery, removeMutation } from './search-queries.ts'
import { SearchForm } from './SearchForm.tsx'

const text = messages.search.page

/** A search: when it runs, and what it matches at present, open where something is new. */
export function SearchCard({ search }: { search: WireSearch }) {
  const { id, words, hits, new_hits, failure } = search
  const [isOpen, setIsOpen] = useState(new_hits > 0)
  const [isEditing, setIsEditing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const online = useOnline()
  const remove = useMutation(removeMutation)
  const when = useWhen()
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold wrap-anywhere">{words}</h2>
          <p className="text-small wrap-anywhere text-ink-2 empty:hidden">{filtersOf(search).join(' · ')}</p>
          <p className="text-small text-ink-2">{runsOf(search, when)}</p>
          {failure !== null && <p className="text-small text-danger">{text.failures[failure]}</p>}
        </div>
        <div className="flex gap-2">
          <Button size="dense" onClick={() => setIsEditing(!isEditing)} aria-expanded={isEditing}>
            {text.edit}
            <VisuallyHidden> {words}</VisuallyHidden>
          </Button>
          <Button size="dense" onClick={() => setIsAsking(true)}>
            {text.remove}
            <VisuallyHidden> {words}</VisuallyHidden>
          </Button>
        </div>
      </div>
      {isEditing && (
        <div className="mt-4 border-t border-line pt-4">
          <SearchForm id={id} initial={newSearchOf(search)} onDone={() => setIsEditing(false)} canClose />
        </div>
      )}
      {hits === 0 && search.last_run_at !== null && <p className="mt-2 text-small">{text.noHits}</p>}
      {hits > 0 && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="flex min-h-11 items-center gap-1 font-semibold tabular"
          >
            <Arrow aria-hidden size={18} />
            <span>
              {text.hits(hits)}
              {new_hits > 0 && <span className="font-normal text-accent"> · {text.newHits(new_hits)}</span>}
            </span>
          </button>
          {isOpen && <Hits search={search} />}
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={text.removeQuestion(words)}
          text={text.removeText}
          confirm={text.remove}
          keep={text.keep}
          whyNot={online ? null : text.offline}
          action={{ ...remove, mutate: () => remove.mutate(id) }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  )
}

function Hits({ search: { id, words } }: { search: WireSearch }) {
  const hits = useQuery(hitsQuery(id))
  const { terms } = readSearchText(words)
  return (
    <>
      <LoadState query={hits} skeleton="h-24 w-full" />
      {hits.data && (
        <ItemRows
          label={words}
          items={hits.data.map((item) => ({ ...item, spans: (terms && matchTitle(terms, item.title)) ?? [] }))}
        />
      )}
    </>
  )
}

const newSearchOf = ({ words, max_price, category, seller, delivery }: WireSearch) => ({
  words,
  max_price,
  category,
  seller,
  delivery,
})

const filtersOf = ({ max_price, category, seller, delivery }: WireSearch): string[] => [
  ...(max_price === null ? [] : [`${text.price} ${formatDollars(max_price)}`]),
  ...[category, seller].flatMap((place) => place?.name ?? []),
  ...(delivery === 'any' ? [] : [text.deliveries[delivery]]),
]

function runsOf({ last_run_at, next_run_at }: WireSearch, when: (iso: string) => string): string {
  const next = next_run_at === null ? [] : [when(next_run_at)]
  if (last_run_at === null) return next.map(text.firstRun).join('')
  return [text.ran(when(last_run_at)), ...next.map(text.runsNext)].join(' ')
}

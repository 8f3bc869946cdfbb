import {
  type api,
  type Data,
  type FoundItem,
  matchTitle,
  messages,
  type NewSearch,
  readSearchText,
  searchFault,
  type SearchPlace,
  siteWordsOf,
} from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { faultsOf } from '../api/faults-of.ts'
import { useOnline } from '../api/use-online.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { MoneyField, TextField } from '../ui/fields/TextField.tsx'
import { centsFromTyped } from '../ui/money.ts'
import { ItemRows } from './ItemRow.tsx'
import { saveMutation, tryMutation } from './search-queries.ts'

const text = messages.search.page
const FIELDS = ['words', 'max_price'] as const
const DELIVERIES = (['any', 'shipped', 'pickup'] as const).map((value) => ({ value, label: text.deliveries[value] }))

type FormProps = {
  /** Null for a new search. */
  id: number | null
  initial: NewSearch
  onDone: () => void
  canClose: boolean
}

/** A search, which can be tried before it is saved. What was found is matched again with each letter that is typed. */
export function SearchForm({ id, initial, onDone, canClose }: FormProps) {
  const online = useOnline()
  const [search, setSearch] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const trying = useMutation(tryMutation)
  const saving = useMutation(saveMutation)
  const failed = saving.error ?? trying.error
  const fault = isChecked ? searchFault(search) : null
  const errorOf = (field: (typeof FIELDS)[number]) =>
    fault?.field === field ? fault.fault : faultsOf(failed, FIELDS).find((each) => each.field === field)?.message
  const change = (changed: Partial<NewSearch>) => {
    setSearch({ ...search, ...changed })
    if (failed) [saving, trying].forEach(({ reset }) => reset())
  }
  const whenRight = (act: () => void) => {
    setIsChecked(true)
    if (searchFault(search) === null) act()
  }
  return (
    <Form
      name="search"
      onSubmit={() => whenRight(() => saving.mutate({ id, search }, { onSuccess: onDone }))}
      className="grid grid-cols-2 gap-x-3 gap-y-4"
    >
      {failed && faultsOf(failed, FIELDS).length === 0 && (
        <div className="col-span-2">
          <ErrorBanner title={saving.error ? text.notSaved : text.notTried}>{messageOf(failed)}</ErrorBanner>
        </div>
      )}
      <SearchFields search={search} found={trying.data?.items ?? null} errorOf={errorOf} onChange={change} />
      <div className="flex flex-wrap gap-3 col-span-2">
        <Button type="submit" variant="primary" busy={saving.isPending} whyNot={online ? null : text.offline}>
          {text.save}
        </Button>
        <Button
          busy={trying.isPending}
          whyNot={online ? null : text.offline}
          onClick={() => whenRight(() => trying.mutate(search))}
        >
          {text.tryIt}
        </Button>
        {canClose && (
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
      {trying.data && trying.variables && <Tried tried={trying.data} asked={trying.variables} search={search} />}
    </Form>
  )
}

type FieldsProps = {
  search: NewSearch
  /** Null before the search was tried. */
  found: readonly FoundItem[] | null
  errorOf: (field: (typeof FIELDS)[number]) => string | undefined
  onChange: (changed: Partial<NewSearch>) => void
}

function SearchFields({ search, found, errorOf, onChange }: FieldsProps) {
  const [price, setPrice] = useState(search.max_price === null ? '' : String(search.max_price))
  const places = placesOf(found ?? [])
  const choose = (field: 'category' | 'seller') => ({
    label: text[field],
    value: search[field]?.id ?? '',
    options: optionsOf(places[field], search[field]),
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      onChange({ [field]: [...places[field], search[field]].find((place) => place?.id === value) ?? null }),
  })
  return (
    <>
      <div className="col-span-2">
        <TextField
          name="words"
          label={text.words}
          hint={text.wordsHint}
          autoComplete="off"
          autoCapitalize="none"
          value={search.words}
          error={errorOf('words')}
          onChange={({ target }) => onChange({ words: target.value })}
        />
      </div>
      <MoneyField
        name="max_price"
        label={text.price}
        value={price}
        error={errorOf('max_price')}
        onChange={({ target: { value } }) => {
          setPrice(value)
          const cents = centsFromTyped(value)
          onChange({ max_price: value.trim() === '' ? null : cents === null ? Number.NaN : cents / 100 })
        }}
      />
      <Select
        name="delivery"
        label={text.delivery}
        options={DELIVERIES}
        value={search.delivery}
        onChange={({ target: { value } }) =>
          onChange({ delivery: DELIVERIES.find((each) => each.value === value)?.value ?? 'any' })
        }
      />
      <Select name="category" {...choose('category')} />
      <Select name="seller" {...choose('seller')} />
      {!found && <p className="col-span-2 -mt-3 text-small text-ink-2">{text.choicesHint}</p>}
    </>
  )
}

/** What the site is asked for by a search, as one text. */
function askedOf({ words, max_price, category, seller, delivery }: NewSearch): string {
  const { terms } = readSearchText(words)
  return JSON.stringify([siteWordsOf(terms ?? []), max_price, category?.id, seller?.id, delivery])
}

type TriedProps = { tried: Data<typeof api.trySearch>; asked: NewSearch; search: NewSearch }

function Tried({ tried: { items, found }, asked, search }: TriedProps) {
  const { terms } = readSearchText(search.words)
  const rows = items.flatMap((item) => {
    const spans = terms && matchTitle(terms, item.title)
    return spans ? [{ ...item, spans }] : []
  })
  return (
    <section aria-live="polite" aria-label={text.tryIt} className="flex min-w-0 flex-col gap-2 col-span-2">
      <p className="font-semibold tabular">
        {askedOf(asked) === askedOf(search) ? text.matches(rows.length, items.length, found) : text.tryAgain}
      </p>
      <ItemRows label={text.tryIt} items={rows} />
    </section>
  )
}

/** The categories and sellers of what was found, by name. */
const placesOf = (items: readonly FoundItem[]): Record<'category' | 'seller', SearchPlace[]> => ({
  category: byName(items.map(({ category }) => category)),
  seller: byName(items.map(({ seller }) => seller)),
})

const byName = (places: readonly (SearchPlace | null)[]): SearchPlace[] =>
  [...new Map(places.flatMap((place) => (place ? [[place.id, place]] : []))).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )

const optionsOf = (places: readonly SearchPlace[], chosen: SearchPlace | null) => [
  { value: '', label: text.all },
  ...[...(chosen && !places.some(({ id }) => id === chosen.id) ? [chosen] : []), ...places].map(({ id, name }) => ({
    value: id,
    label: name,
  })),
]

import { messages } from '@bidwell/contract'
import { memo } from 'react'
import { useSite, useSiteName } from '../../api/installation-queries.ts'
import { searchAt } from '../../searches/another/AnotherOneLink.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Chips } from '../../ui/fields/Chips.tsx'
import { ArrowDownUp, type LucideIcon, Tag } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { type Filter, type FilterCounts, FILTERS, type ListView, type Sort, SORTS } from './auction-filters.ts'

type FilterBarProps = {
  counts: FilterCounts
  filter: Filter
  sort: Sort
  /** Those to choose from, and the chosen one; null for any. */
  labels: readonly string[]
  label: string | null
  /** Null stands for the default. */
  onChange: (change: { filter?: Filter | null; sort?: Sort | null; label?: string | null }) => void
}

/** Chooses the filter, with the number of auctions under each, and the order. */
export const FilterBar = memo(({ counts, filter, sort, labels, label, onChange }: FilterBarProps) => (
  <div className="flex items-center gap-x-2">
    {/* On a phone, the chips scroll up to the button that sorts. */}
    <div className="min-w-0 max-sm:flex-1 max-sm:*:mr-0 max-sm:*:pr-0 min-[82rem]:*:gap-1">
      <Chips
        label="Show"
        value={filter}
        onChange={(id) => onChange({ filter: id === 'all' ? null : id })}
        // All of them at any time, so that none moves under the pointer.
        chips={FILTERS.map(({ id, label }) => ({ value: id, label, count: counts[id] }))}
      />
    </div>
    {(labels.length > 0 || label !== null) && (
      <IconSelect
        name={messages.note.filter}
        icon={Tag}
        value={label ?? ''}
        options={[
          { value: '', label: messages.note.anyLabel },
          ...labels.map((each) => ({ value: each, label: each })),
          ...(label === null || labels.includes(label) ? [] : [{ value: label, label }]),
        ]}
        onChange={(value) => onChange({ label: value === '' ? null : value })}
      />
    )}
    <IconSelect
      name="Sort"
      icon={ArrowDownUp}
      value={sort}
      options={SORTS}
      onChange={(value) => {
        const chosen = SORTS.find((each) => each.value === value)?.value
        onChange({ sort: chosen === undefined || chosen === 'ends_soonest' ? null : chosen })
      }}
    />
  </div>
))

type IconSelectProps = {
  name: string
  icon: LucideIcon
  value: string
  /** The first one is the default. */
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A choice that takes the room of an icon. */
const IconSelect = ({ name, icon: Icon, value, options, onChange }: IconSelectProps) => (
  <label
    className={classNames(
      'relative grid size-10 shrink-0 place-items-center rounded-control border bg-surface hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      value === options[0]?.value ? 'border-edge text-ink-2' : 'border-accent text-accent',
    )}
    title={options.find((option) => option.value === value)?.label}
  >
    <Icon aria-hidden size={18} />
    <select
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="absolute inset-0 cursor-pointer text-body text-ink opacity-0"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)

type NothingShownProps = Pick<ListView, 'filter' | 'search' | 'label'> & { onShowAll: () => void }

/** Stands in the list's place when no auction matches the filter or the search. */
export function NothingShown({ filter, search, label, onShowAll }: NothingShownProps) {
  const hasSearches = useSite()?.has_searches === true
  const siteName = useSiteName()
  return (
    <output className="block py-6 text-ink-2">
      {whyNone({ filter, search, label })}{' '}
      <button type="button" className="min-h-11 text-link" onClick={onShowAll}>
        Show all.
      </button>
      {search !== '' && hasSearches && (
        <Link to={searchAt(search)} className="block min-h-11 w-fit text-link">
          {messages.search.page.lookAt(siteName, search)}
        </Link>
      )}
    </output>
  )
}

function whyNone({ filter, search, label }: Pick<ListView, 'filter' | 'search' | 'label'>) {
  if (search !== '') return messages.note.noneFound(search)
  if (label !== null) return messages.note.noneLabelled(label)
  return FILTERS.find(({ id }) => id === filter)?.none
}

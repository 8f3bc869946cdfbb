import { ArrowDownUp } from 'lucide-react'
import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Chips } from '../../ui/fields/Chips.tsx'
import { type Filter, type FilterCounts, FILTERS, offeredFilters, type Sort, SORTS } from './auction-filters.ts'

type FilterBarProps = {
  counts: FilterCounts
  filter: Filter
  sort: Sort
  /** Null stands for the default. */
  onChange: (change: { filter?: Filter | null; sort?: Sort | null }) => void
}

/** Chooses the filter, with the number of auctions under each, and the order. */
export const FilterBar = memo(({ counts, filter, sort, onChange }: FilterBarProps) => (
  <div className="flex items-center gap-x-2">
    {/* On a phone, the chips scroll up to the button that sorts. */}
    <div className="min-w-0 max-sm:flex-1 max-sm:*:mr-0 max-sm:*:pr-0">
      <Chips
        label="Show"
        value={filter}
        onChange={(id) => onChange({ filter: id === 'all' ? null : id })}
        chips={offeredFilters(counts, filter).map(({ id, label }) => ({
          value: id,
          label,
          count: counts[id],
        }))}
      />
    </div>
    <label
      className={classNames(
        'relative grid size-10 shrink-0 place-items-center rounded-control border bg-surface hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        sort === 'ends_soonest' ? 'border-edge text-ink-2' : 'border-accent text-accent',
      )}
      title={SORTS.find(({ value }) => value === sort)?.label}
    >
      <ArrowDownUp aria-hidden size={18} />
      <span className="sr-only">Sort</span>
      <select
        value={sort}
        onChange={(event) => {
          const chosen = SORTS.find(({ value }) => value === event.target.value)?.value
          onChange({ sort: chosen === undefined || chosen === 'ends_soonest' ? null : chosen })
        }}
        className="absolute inset-0 cursor-pointer text-body text-ink opacity-0"
      >
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  </div>
))

type NothingShownProps = { filter: Filter; search: string; onShowAll: () => void }

/** Stands in the list's place when no auction matches the filter or the search. */
export const NothingShown = ({ filter, search, onShowAll }: NothingShownProps) => (
  <output className="block py-6 text-ink-2">
    {search === '' ? FILTERS.find(({ id }) => id === filter)?.none : `No titles with “${search}”.`}{' '}
    <button
      type="button"
      className="min-h-11 font-semibold text-accent underline underline-offset-4"
      onClick={onShowAll}
    >
      Show all.
    </button>
  </output>
)

import { memo } from 'react'
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
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
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
    <label className="flex items-center gap-2 text-small text-ink-2">
      Sort
      <select
        value={sort}
        onChange={(event) => {
          const chosen = SORTS.find(({ value }) => value === event.target.value)?.value
          onChange({ sort: chosen === undefined || chosen === 'ends_soonest' ? null : chosen })
        }}
        className="min-h-10 rounded-control border border-edge bg-surface px-2 text-body text-ink"
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

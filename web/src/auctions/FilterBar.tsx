import { classNames } from '../ui/class-names.ts'
import { type Filter, FILTERS, fits, type Sort, SORTS } from './lot-list.ts'
import type { Lot } from './lot.ts'

type FilterBarProps = {
  lots: readonly Lot[]
  now: number
  filter: Filter
  sort: Sort
  onFilter: (filter: Filter) => void
  onSort: (sort: Sort) => void
}

export const FilterBar = ({ lots, now, filter, sort, onFilter, onSort }: FilterBarProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <div
      role="group"
      aria-label="Show"
      className="-mx-4 flex max-w-[100vw] gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0"
    >
      {FILTERS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={filter === id}
          onClick={() => onFilter(id)}
          className={classNames(
            'min-h-10 shrink-0 rounded-full border px-3 text-small font-semibold tabular',
            filter === id
              ? 'border-petrol bg-petrol-tint text-petrol'
              : 'border-edge bg-surface text-ink-2 hover:bg-sunken',
          )}
        >
          {label} {lots.filter((lot) => fits(lot, id, now)).length}
        </button>
      ))}
    </div>
    <label className="flex items-center gap-2 text-small text-ink-2">
      Sort
      <select
        value={sort}
        onChange={(event) => onSort(SORTS.find(({ value }) => value === event.target.value)?.value ?? 'ends_soonest')}
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
)

import { Chips } from '../../ui/fields/Chips.tsx'
import { type Filter, FILTERS, fits, type Sort, SORTS } from './lot-groups.ts'
import type { Lot } from '../lot/lot.ts'

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
    <Chips
      label="Show"
      value={filter}
      onChange={onFilter}
      chips={FILTERS.map(({ id, label }) => ({
        value: id,
        label,
        count: lots.filter((lot) => fits(lot, id, now)).length,
      }))}
    />
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

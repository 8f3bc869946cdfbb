import { type Filter, FILTERS } from './lot-filters.ts'

type NothingShownProps = { filter: Filter; search: string; onShowAll: () => void }

/** Stands in the list's place when no lot matches the filter or the search. */
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

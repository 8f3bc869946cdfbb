import type { HistoryEntry } from '@bidwell/contract'
import { siteTimes } from '../time/zoned-times.ts'
import { classNames } from '../ui/class-names.ts'
import { ArrowDown, ArrowUp } from '../ui/icons.tsx'
import { formatDollars } from '../ui/money.ts'
import { Picture } from '../ui/Picture.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { detailOf, marginText, whyNotDelete } from './history-rules.ts'
import type { Column, HistoryView } from './history-view.ts'
import {
  EntryNotes,
  EntryTitle,
  type HistoryRowProps,
  type HistorySection,
  ReconnectOf,
  ResultTag,
} from './HistoryRow.tsx'
import { HistoryRowActions, SelectEntry } from './HistoryRowActions.tsx'

const COLUMNS = [
  { column: 'item', label: 'Item', isAmount: false },
  { column: 'result', label: 'Result', isAmount: false },
  { column: 'date', label: 'Date', isAmount: false },
  { column: 'paid', label: 'Paid', isAmount: true },
  { column: 'max', label: 'Max', isAmount: true },
  { column: 'margin', label: 'Margin', isAmount: true },
] as const satisfies readonly { column: Column; label: string; isAmount: boolean }[]

const WIDTH = COLUMNS.length + 2

type HistoryTableProps = HistoryRowProps & {
  sections: readonly HistorySection[]
  view: Pick<HistoryView, 'column' | 'direction'>
  onSort: (column: Column) => void
}

export function HistoryTable({ sections, view, onSort, ...row }: HistoryTableProps) {
  const entries = sections.flatMap((section) => section.entries)
  const deletable = entries.filter((entry) => whyNotDelete(entry) === null).map(({ key }) => key)
  return (
    <table className="w-full border-collapse rounded-card bg-surface text-small">
      <thead>
        <tr className="border-b border-line text-left text-label text-ink-2">
          <th scope="col" className="w-12 p-3 text-center">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              className="size-5 accent-accent align-middle"
              checked={deletable.length > 0 && deletable.every((key) => row.selected.has(key))}
              onChange={(event) => row.onSelect(deletable, event.target.checked)}
            />
          </th>
          {COLUMNS.map((column) => (
            <Heading key={column.column} {...column} view={view} onSort={onSort} />
          ))}
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      {sections.map(({ heading, entries: ofSection }) => (
        <tbody key={heading?.name ?? ''}>
          {heading && (
            <tr className="border-b border-line bg-sunken">
              <th colSpan={WIDTH} scope="rowgroup" className="px-3 py-2 text-left font-normal">
                <h2 className="inline font-semibold">{heading.name}</h2>
                {heading.totals !== null && <span className="text-ink-2 tabular">: {heading.totals}</span>}
              </th>
            </tr>
          )}
          {ofSection.map((entry) => (
            <Row key={entry.key} entry={entry} {...row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type HeadingProps = (typeof COLUMNS)[number] & Pick<HistoryTableProps, 'view' | 'onSort'>

function Heading({ column, label, isAmount, view, onSort }: HeadingProps) {
  const isSorted = view.column === column
  const Arrow = view.direction === 'asc' ? ArrowUp : ArrowDown
  const direction = view.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" {...(isSorted && { 'aria-sort': direction })} className={isAmount ? 'text-right' : ''}>
      <button
        type="button"
        onClick={() => onSort(column)}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1 rounded-control px-3 font-semibold hover:text-ink',
          isAmount && 'flex-row-reverse',
          isSorted && 'text-ink',
        )}
      >
        {label}
        <span className="size-3.5">{isSorted && <Arrow aria-hidden size={14} />}</span>
      </button>
    </th>
  )
}

function Row({ entry, siteName, loginStop, ...actions }: HistoryRowProps & { entry: HistoryEntry }) {
  const detail = detailOf(entry, siteName)
  const isSelected = actions.selected.has(entry.key)
  return (
    <tr className={classNames('border-b border-line last:border-0', isSelected && 'bg-accent-tint')}>
      <td className="p-1">
        <SelectEntry entry={entry} {...actions} />
      </td>
      <th scope="row" className="min-w-48 px-3 py-2 text-left font-normal">
        <div className="flex items-center gap-3">
          <Picture url={entry.imageUrl ?? undefined} px={48} />
          <div className="min-w-0">
            <EntryTitle entry={entry} onShowAuction={actions.onShowAuction} className="line-clamp-2" />
            {detail !== null && <p className="text-label text-ink-2">{detail}</p>}
            <EntryNotes entry={entry} />
          </div>
        </div>
      </th>
      <td className="px-3 py-2">
        <span className="flex flex-wrap items-center gap-x-3 whitespace-nowrap">
          <ResultTag result={entry.result} bid={entry.bid} />
          <ReconnectOf entry={entry} loginStop={loginStop} />
        </span>
      </td>
      <td className="px-3 py-2 text-ink-2 tabular">
        <span className="whitespace-nowrap">{siteTimes.day(entry.at)}</span>{' '}
        <span className="whitespace-nowrap">{siteTimes.minute(entry.at)}</span>
      </td>
      <Amount text={entry.paid === null ? null : formatDollars(entry.paid)} strong />
      <Amount text={entry.max === null ? null : formatDollars(entry.max)} />
      <Amount text={marginText(entry)} />
      <td className="p-1">
        <HistoryRowActions entry={entry} {...actions} />
      </td>
    </tr>
  )
}

const Amount = ({ text, strong = false }: { text: string | null; strong?: boolean }) => (
  <td className={classNames('px-3 py-2 text-right whitespace-nowrap tabular', strong && 'font-semibold')}>
    {text ?? <span className="text-ink-2">–</span>}
  </td>
)

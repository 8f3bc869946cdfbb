import type { HistoryEntry } from '@bidwell/contract'
import { siteTimes } from '../time/zoned-times.ts'
import { classNames } from '../ui/class-names.ts'
import { Ellipsis } from '../ui/icons.tsx'
import { formatDollars } from '../ui/money.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { MenuButton } from '../ui/overlays/MenuButton.tsx'
import { Picture } from '../ui/Picture.tsx'
import { dayOfMonth } from './history-months.ts'
import { detailOf, marginText } from './history-rules.ts'
import {
  EntryNotes,
  EntryTitle,
  type HistoryRowProps,
  type HistorySection,
  ReconnectOf,
  ResultTag,
} from './HistoryRow.tsx'

const HistoryRowMenu = lazyDialog(async () => (await import('./HistoryRowMenu.tsx')).HistoryRowMenu)

type HistoryCardsProps = HistoryRowProps & { sections: readonly HistorySection[] }

/** The history in a window too narrow for a table: two lines for each entry. */
export const HistoryCards = ({ sections, ...row }: HistoryCardsProps) => (
  <div className="flex flex-col gap-4">
    {sections.map(({ heading, entries }) => (
      <section key={heading?.name ?? ''} aria-label={heading?.name ?? 'Results'} className="flex flex-col gap-2">
        {heading && (
          <div>
            <h2 className="font-semibold">{heading.name}</h2>
            {heading.totals !== null && <p className="text-small text-ink-2 tabular">{heading.totals}</p>}
          </div>
        )}
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {entries.map((entry) => (
            <Card key={entry.key} entry={entry} underHeading={heading !== null} {...row} />
          ))}
        </ul>
      </section>
    ))}
  </div>
)

type CardProps = HistoryRowProps & { entry: HistoryEntry; /** The heading names the year. */ underHeading: boolean }

function Card({ entry, underHeading, siteName, loginStop, ...actions }: CardProps) {
  const { at } = entry
  const isSelected = actions.selected.has(entry.key)
  const detail = detailOf(entry, siteName)
  // The receipt tells the rest. A bid that failed may need an action, and one that was outbid may never have been sent.
  const isDetailed = entry.bid?.status === 'failed' || entry.result === 'open' || entry.result === 'outbid'
  return (
    <li className={classNames('flex items-center gap-2 py-2 pl-2', isSelected && 'bg-accent-tint')}>
      <Picture url={entry.imageUrl ?? undefined} px={48} className="max-sm:size-10" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <EntryTitle
            entry={entry}
            onShowAuction={actions.onShowAuction}
            className="line-clamp-2 min-w-0 break-words"
          />
          <span className="shrink-0 text-small text-ink-2 tabular">{amountOf(entry)}</span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2 text-label text-ink-2 tabular">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <ResultTag result={entry.result} bid={entry.bid} />
            <ReconnectOf entry={entry} loginStop={loginStop} />
            <span className="whitespace-nowrap">{underHeading ? dayOfMonth(at) : siteTimes.day(at)}</span>
          </span>
          {marginText(entry) !== null && <span>{marginText(entry)}</span>}
        </div>
        <EntryNotes entry={entry} />
        {isDetailed && <p className="text-label text-ink-2">{detail}</p>}
      </div>
      <MenuButton
        variant="quiet"
        size="icon"
        label={`More for ${entry.title}`}
        Popup={HistoryRowMenu}
        popup={{ entry, ...actions }}
      >
        <Ellipsis aria-hidden size={18} />
      </MenuButton>
    </li>
  )
}

/** The most telling amount that there is. */
function amountOf({ paid, max, finalPrice }: HistoryEntry) {
  if (paid !== null) return <b className="text-body font-semibold text-ink">{formatDollars(paid)}</b>
  if (max !== null) return `max ${formatDollars(max)}`
  return finalPrice === null ? null : `sold ${formatDollars(finalPrice)}`
}

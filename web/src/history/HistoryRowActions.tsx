import { type HistoryEntry, messages } from '@bidwell/contract'
import { AnotherOneLink } from '../searches/another/AnotherOneLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Gavel, Receipt, Search, Trash2, Wallet } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { mayWantAnother, whyNotDelete } from './history-rules.ts'
import type { HistoryRowProps } from './HistoryRow.tsx'

type SelectProps = Pick<HistoryRowProps, 'selected' | 'onSelect'> & { entry: HistoryEntry }

export const SelectEntry = ({ entry, selected, onSelect }: SelectProps) => (
  <label className="grid size-11 shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={`Select ${entry.title}`}
      className="size-5 accent-accent"
      disabled={whyNotDelete(entry) !== null}
      checked={selected.has(entry.key)}
      onChange={(event) => onSelect([entry.key], event.target.checked)}
    />
  </label>
)

const ICON_LINK = buttonClass({ variant: 'quiet', size: 'icon' })

type ActionsProps = Pick<HistoryRowProps, 'whyNot' | 'onDelete' | 'onShowAuction' | 'onSell'> & { entry: HistoryEntry }

/** The actions of a row in the table. */
export const HistoryRowActions = ({ entry, whyNot, onDelete, onShowAuction, onSell }: ActionsProps) => (
  <div className="flex justify-end">
    {entry.result === 'won' && (
      <Button
        variant="quiet"
        size="icon"
        title={messages.books.saleButton}
        aria-label={`Sold for: ${entry.title}`}
        onClick={() => onSell(entry)}
      >
        <Wallet aria-hidden size={18} />
      </Button>
    )}
    {entry.bid ? (
      <Link
        to={`/bid-history/${entry.bid.id}`}
        aria-label={`Receipt of ${entry.title}`}
        title="Receipt"
        className={ICON_LINK}
      >
        <Receipt aria-hidden size={18} />
      </Link>
    ) : entry.trackedAuctionId === null ? null : (
      <Button
        variant="quiet"
        size="icon"
        title="The sale"
        aria-label={`The sale of ${entry.title}`}
        onClick={() => onShowAuction(entry)}
      >
        <Gavel aria-hidden size={18} />
      </Button>
    )}
    {mayWantAnother(entry) && <AnotherOneLink title={entry.title} look="icon" />}
    <a
      href={entry.similarUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Find items similar to ${entry.title}`}
      title="Find similar"
      className={ICON_LINK}
    >
      <Search aria-hidden size={18} />
    </a>
    <Button
      variant="quiet"
      size="icon"
      title="Delete"
      aria-label={`Delete ${entry.title} from your history`}
      whyNot={whyNot ?? whyNotDelete(entry)}
      onClick={() => onDelete([entry])}
    >
      <Trash2 aria-hidden size={18} />
    </Button>
  </div>
)

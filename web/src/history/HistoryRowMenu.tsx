import { type HistoryEntry, messages } from '@bidwell/contract'
import { useNavigate } from 'react-router'
import { useSite } from '../api/installation-queries.ts'
import { anotherOneAt } from '../searches/another/AnotherOneLink.tsx'
import { Bell, Gavel, Receipt, Search, SquareCheck, Trash2, Wallet } from '../ui/icons.tsx'
import type { MenuPlacement } from '../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../ui/overlays/MenuPopup.tsx'
import { mayWantAnother, whyNotDelete } from './history-rules.ts'
import type { HistoryRowProps } from './HistoryRow.tsx'

export type RowMenuProps = Pick<
  HistoryRowProps,
  'selected' | 'whyNot' | 'onSelect' | 'onDelete' | 'onShowAuction' | 'onSell'
> & {
  entry: HistoryEntry
}

/** The open menu of a row on a phone. */
export function HistoryRowMenu({
  entry,
  selected,
  whyNot,
  onSelect,
  onDelete,
  onShowAuction,
  onSell,
  ...placement
}: MenuPlacement & RowMenuProps) {
  const navigate = useNavigate()
  const hasSearches = useSite()?.has_searches === true
  const { key, bid, similarUrl, trackedAuctionId } = entry
  const isSelected = selected.has(key)
  const entries = [
    ...(entry.result === 'won'
      ? [{ label: messages.books.saleButton, icon: Wallet, onSelect: () => onSell(entry) }]
      : []),
    ...(bid ? [{ label: 'Receipt', icon: Receipt, onSelect: () => void navigate(`/bid-history/${bid.id}`) }] : []),
    ...(!bid && trackedAuctionId !== null
      ? [{ label: 'The sale', icon: Gavel, onSelect: () => onShowAuction(entry) }]
      : []),
    ...(hasSearches && mayWantAnother(entry)
      ? [{ label: messages.search.page.another, icon: Bell, onSelect: () => void navigate(anotherOneAt(entry.title)) }]
      : []),
    {
      label: 'Find similar',
      icon: Search,
      onSelect: () => void window.open(similarUrl, '_blank', 'noreferrer'),
    },
    {
      label: isSelected ? 'Do not select' : 'Select',
      icon: SquareCheck,
      onSelect: () => onSelect([key], !isSelected),
      whyNot: whyNotDelete(entry),
    },
    {
      label: 'Delete',
      icon: Trash2,
      danger: true,
      onSelect: () => onDelete([entry]),
      whyNot: whyNot ?? whyNotDelete(entry),
    },
  ]
  return <MenuPopup {...placement} entries={entries} />
}

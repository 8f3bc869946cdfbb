import { Ban, Ellipsis, ExternalLink, Pencil, Receipt, RefreshCw, SquareCheck, Trash2 } from 'lucide-react'
import { useOnline } from '../../api/use-online.ts'
import { whyNotChange } from '../../bids/bid-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Link } from '../../ui/Link.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { actionFor } from './lot-action.ts'
import { isOver, type LotState } from './lot-state.ts'
import type { Lot } from './lot.ts'
import { useIsLotBusy } from './lot-busy.ts'
import { whyNotEdit } from './why-not-edit.ts'
import type { LotCommands } from './lot-commands.ts'

type LotActionsProps = { lot: Lot; state: LotState; now: number; siteName: string; commands: LotCommands }

/** The primary action, and the others in a menu. */
export const LotActions = (props: LotActionsProps) => (
  <div className="relative z-1 flex shrink-0 items-center justify-end gap-1">
    <PrimaryAction {...props} />
    <MoreActions {...props} />
  </div>
)

function PrimaryAction({ lot, state, now, siteName, commands }: LotActionsProps) {
  const online = useOnline()
  const { auction } = lot
  const action = actionFor(lot, state, siteName)
  const style = buttonClass({ size: 'dense' }, '@row:px-2.5')
  switch (action.kind) {
    case 'edit':
      return (
        <Button
          size="dense"
          className="@row:px-2.5"
          aria-label={`${action.label}: ${auction.title}`}
          whyNot={whyNotEdit(lot, now, online)}
          onClick={() => commands.edit(auction.id)}
        >
          {action.label}
        </Button>
      )
    case 'site':
      return (
        <a
          href={action.url ?? auction.itemUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`${action.fullLabel}: ${auction.title}`}
          className={style}
        >
          {action.label}
          <ExternalLink aria-hidden size={16} />
        </a>
      )
    case 'receipt':
      return (
        <Link to={`/bid-history/${action.bidId}`} className={style}>
          {action.label}
        </Link>
      )
    case 'reconnect':
      return (
        <Link to="/settings?tab=credentials" className={style}>
          {action.label}
        </Link>
      )
  }
}

function MoreActions({ lot, now, siteName, commands }: LotActionsProps) {
  const online = useOnline()
  const working = useIsLotBusy(lot)
  const { auction, bid } = lot
  const offline = online ? null : 'You are offline'
  const entries = [
    ...(isOver(auction, now)
      ? []
      : [
          {
            label: bid?.status === 'pending' ? 'Edit max and lead' : 'Schedule bid',
            icon: Pencil,
            onSelect: () => commands.edit(auction.id),
            whyNot: whyNotEdit(lot, now, online),
          },
        ]),
    ...(bid?.status === 'pending'
      ? [
          {
            label: 'Cancel bid',
            icon: Ban,
            onSelect: () => commands.cancel(lot),
            whyNot: offline ?? whyNotChange(bid, now),
          },
        ]
      : []),
    ...(bid ? [{ label: 'Receipt', icon: Receipt, onSelect: () => commands.openReceipt(bid.id) }] : []),
    { label: 'Check the price now', icon: RefreshCw, onSelect: () => commands.refresh(auction.id), whyNot: offline },
    {
      label: `View on ${siteName}`,
      icon: ExternalLink,
      onSelect: () => void window.open(auction.itemUrl, '_blank', 'noreferrer'),
    },
    { label: 'Select', icon: SquareCheck, onSelect: () => commands.select(auction.id) },
    { label: 'Remove', icon: Trash2, danger: true, onSelect: () => commands.remove([lot]), whyNot: offline },
  ]
  return (
    <Menu variant="quiet" size="icon" label={`More for ${auction.title}`} busy={working} entries={entries}>
      {!working && <Ellipsis aria-hidden size={20} />}
    </Menu>
  )
}

import { Ellipsis, ExternalLink } from 'lucide-react'
import { useOnline } from '../../api/use-online.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { actionFor } from '../lot/lot-action.ts'
import { useIsLotBusy } from '../lot/lot-busy.ts'
import type { LotState } from '../lot/lot-state.ts'
import type { Lot, LotCommands } from '../lot/lot.ts'
import { whyNotEdit } from '../lot/why-not-edit.ts'
import { PLACE } from './columns.ts'

const LotMenu = lazyDialog(async () => (await import('./LotMenu.tsx')).LotMenu)

const IN_ROW = 'roomy:px-2.5 dense:px-1.5 dense:text-small'

/** `Bid` where the row is narrow; the button's name says it in full. */
const SCHEDULE_BID = (
  <span>
    <span className="narrow:hidden">Schedule </span>
    <span className="narrow:capitalize">bid</span>
  </span>
)

type LotActionsProps = { lot: Lot; state: LotState; now: number; siteName: string; commands: LotCommands }

/** The primary action, and the others in a menu. */
export const LotActions = (props: LotActionsProps) => (
  <div className={classNames('relative z-1 flex shrink-0 items-center justify-end gap-1 dense:gap-0.5', PLACE.actions)}>
    <PrimaryAction {...props} />
    <MoreActions {...props} />
  </div>
)

function PrimaryAction({ lot, state, now, siteName, commands }: LotActionsProps) {
  const online = useOnline()
  const { auction } = lot
  const action = actionFor(lot, state, siteName)
  const style = buttonClass({ size: 'dense' }, IN_ROW)
  switch (action.kind) {
    case 'edit':
      return (
        <Button
          size="dense"
          className={IN_ROW}
          aria-label={`${action.label}: ${auction.title}`}
          whyNot={whyNotEdit(lot, now, online)}
          onClick={() => commands.edit(auction.id)}
        >
          {action.label === 'Schedule bid' ? SCHEDULE_BID : action.label}
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
          <ExternalLink aria-hidden size={16} className="narrow:hidden" />
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
  const working = useIsLotBusy(lot)
  return (
    <MenuButton
      variant="quiet"
      size="icon"
      className="dense:size-10"
      label={`More for ${lot.auction.title}`}
      busy={working}
      Popup={LotMenu}
      popup={{ lot, now, siteName, commands }}
    >
      {!working && <Ellipsis aria-hidden size={20} />}
    </MenuButton>
  )
}

import { useOnline } from '../../api/use-online.ts'
import { ReconnectButton } from '../../connection/ReconnectButton.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Ellipsis, ExternalLink } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { actionFor } from '../tracked/auction-action.ts'
import { useIsAuctionBusy } from '../tracked/auction-busy.ts'
import type { AuctionState } from '../tracked/auction-state.ts'
import { lastMinuteAuction } from '../tracked/last-minute-auction.ts'
import type { TrackedAuction, AuctionCommands } from '../tracked/tracked-auction.ts'
import { whyNotEdit } from '../tracked/why-not-edit.ts'
import { PLACE } from './columns.ts'

const AuctionMenu = lazyDialog(async () => (await import('./AuctionMenu.tsx')).AuctionMenu)

const IN_ROW = 'roomy:px-2.5 dense:px-1.5 dense:text-small'

/** `Bid` in rows and on a phone; the button's name says it in full. */
const SCHEDULE_BID = (
  <span>
    <span className="phone:hidden dense:hidden">Schedule </span>
    <span className="phone:capitalize dense:capitalize">bid</span>
  </span>
)

type AuctionActionsProps = {
  tracked: TrackedAuction
  state: AuctionState
  now: number
  siteName: string
  commands: AuctionCommands
}

/** The primary action, and the others in a menu. */
export const AuctionActions = (props: AuctionActionsProps) => (
  <div className={classNames('relative z-1 flex shrink-0 items-center justify-end gap-1 dense:gap-0.5', PLACE.actions)}>
    <PrimaryAction {...props} />
    <MoreActions {...props} />
  </div>
)

function PrimaryAction({ tracked, state, now, siteName, commands }: AuctionActionsProps) {
  const online = useOnline()
  const { auction } = tracked
  const action = actionFor(tracked, state, siteName)
  const isOfferedAbove = lastMinuteAuction.use() === auction.id && (state === 'over_max' || state === 'bid_again')
  const style = buttonClass({ size: 'dense' }, IN_ROW)
  switch (action.kind) {
    case 'edit':
      return (
        <Button
          size="dense"
          className={classNames(IN_ROW, isOfferedAbove && 'invisible')}
          aria-label={`${action.label}: ${auction.title}`}
          whyNot={whyNotEdit(tracked, now, online)}
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
    case 'to_pay':
      return (
        <Link to="/to-pay" aria-label={`Pay for ${auction.title}`} className={style}>
          {action.label}
        </Link>
      )
    case 'reconnect':
      return <ReconnectButton className={IN_ROW} />
  }
}

function MoreActions({ tracked, now, siteName, commands }: AuctionActionsProps) {
  const working = useIsAuctionBusy(tracked)
  return (
    <MenuButton
      variant="quiet"
      size="icon"
      className="dense:size-10"
      label={`More for ${tracked.auction.title}`}
      busy={working}
      Popup={AuctionMenu}
      popup={{ tracked, now, siteName, commands }}
    >
      {!working && <Ellipsis aria-hidden size={20} />}
    </MenuButton>
  )
}

import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useOnline } from '../../api/use-online.ts'
import { whyNotChange } from '../../bids/bid-rules.ts'
import {
  Ban,
  Bell,
  BellOff,
  ExternalLink,
  Pencil,
  Receipt,
  RefreshCw,
  SquareCheck,
  Tag,
  Trash2,
  Wallet,
} from '../../ui/icons.tsx'
import type { MenuPlacement } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import { isOver } from '../tracked/auction-state.ts'
import { isMuted, muteMutation } from '../tracked/mute-mutation.ts'
import type { TrackedAuction, AuctionCommands } from '../tracked/tracked-auction.ts'
import { whyNotEdit } from '../tracked/why-not-edit.ts'

type AuctionMenuProps = MenuPlacement & {
  tracked: TrackedAuction
  now: number
  siteName: string
  commands: AuctionCommands
}

/** The open menu of an auction. */
export function AuctionMenu({ tracked, now, siteName, commands, ...placement }: AuctionMenuProps) {
  const online = useOnline()
  const mute = useMutation(muteMutation)
  const navigate = useNavigate()
  const { auction, bid, win } = tracked
  const [over, muted] = [isOver(auction, now), isMuted(auction, now)]
  const offline = online ? null : 'You are offline'
  const entries = [
    !over && {
      label: bid?.status === 'pending' ? 'Edit bid' : 'Schedule bid',
      icon: Pencil,
      onSelect: () => commands.edit(auction.id),
      whyNot: whyNotEdit(tracked, now, online),
    },
    bid?.status === 'pending' && {
      label: 'Cancel bid',
      icon: Ban,
      onSelect: () => commands.cancel(tracked),
      whyNot: offline ?? whyNotChange(bid, now, auction),
    },
    bid !== null && { label: 'Receipt', icon: Receipt, onSelect: () => commands.openReceipt(bid.id) },
    win !== undefined && { label: 'All your payments', icon: Wallet, onSelect: () => void navigate('/to-pay') },
    { label: 'Check the price now', icon: RefreshCw, onSelect: () => commands.refresh(auction.id), whyNot: offline },
    {
      label: `View on ${siteName}`,
      icon: ExternalLink,
      onSelect: () => void window.open(auction.itemUrl, '_blank', 'noreferrer'),
    },
    !over && {
      label: muted ? 'Unmute alerts' : 'Mute alerts until it ends',
      icon: muted ? Bell : BellOff,
      onSelect: () => mute.mutate({ id: auction.id, until: muted ? null : auction.endsOn }),
      whyNot: offline,
    },
    { label: messages.note.menuEntry, icon: Tag, onSelect: () => commands.note(auction.id) },
    { label: 'Select', icon: SquareCheck, onSelect: () => commands.select(auction.id) },
    { label: 'Remove', icon: Trash2, danger: true, onSelect: () => commands.remove([tracked]), whyNot: offline },
  ]
  return <MenuPopup {...placement} entries={entries} />
}

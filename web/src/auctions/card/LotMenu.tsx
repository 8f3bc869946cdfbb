import { useMutation } from '@tanstack/react-query'
import { Ban, Bell, BellOff, ExternalLink, Pencil, Receipt, RefreshCw, SquareCheck, Trash2 } from 'lucide-react'
import { useOnline } from '../../api/use-online.ts'
import { whyNotChange } from '../../bids/bid-rules.ts'
import type { MenuPlacement } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import { isOver } from '../lot/lot-state.ts'
import type { Lot, LotCommands } from '../lot/lot.ts'
import { isMuted, muteMutation } from '../lot/mute-mutation.ts'
import { whyNotEdit } from '../lot/why-not-edit.ts'

type LotMenuProps = MenuPlacement & { lot: Lot; now: number; siteName: string; commands: LotCommands }

/** The open menu of a lot. */
export function LotMenu({ lot, now, siteName, commands, ...placement }: LotMenuProps) {
  const online = useOnline()
  const mute = useMutation(muteMutation)
  const { auction, bid } = lot
  const offline = online ? null : 'You are offline'
  const entries = [
    ...(isOver(auction, now)
      ? []
      : [
          {
            label: bid?.status === 'pending' ? 'Edit bid' : 'Schedule bid',
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
            whyNot: offline ?? whyNotChange(bid, now, auction),
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
    ...(isOver(auction, now)
      ? []
      : [
          {
            label: isMuted(auction, now) ? 'Unmute alerts' : 'Mute alerts until it ends',
            icon: isMuted(auction, now) ? Bell : BellOff,
            onSelect: () => mute.mutate({ id: auction.id, until: isMuted(auction, now) ? null : auction.endsOn }),
            whyNot: offline,
          },
        ]),
    { label: 'Select', icon: SquareCheck, onSelect: () => commands.select(auction.id) },
    { label: 'Remove', icon: Trash2, danger: true, onSelect: () => commands.remove([lot]), whyNot: offline },
  ]
  return <MenuPopup {...placement} entries={entries} />
}

import { useRef } from 'react'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { LotDetail, type LotDetailProps } from '../lot/LotDetail.tsx'

/** The detail where the window is too narrow for it beside the list. */
export function DetailSheet({ onClose, ...detail }: LotDetailProps & { onClose: () => void }) {
  // Focuses the top: the first control is the chart's, which few users want first. An element without height scrolls nothing.
  const start = useRef<HTMLDivElement>(null)
  return (
    <Sheet onClose={onClose} title={detail.lot.auction.title} initialFocus={start}>
      <div ref={start} tabIndex={-1} className="outline-none" />
      <LotDetail {...detail} inSheet />
    </Sheet>
  )
}

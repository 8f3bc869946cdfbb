import { useRef } from 'react'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { LotDetail, type LotDetailProps } from '../lot/LotDetail.tsx'

/** The detail where there is no room beside the list. */
export function DetailSheet({ onClose, ...detail }: LotDetailProps & { onClose: () => void }) {
  // The top, not the first control: nobody opened it to be in the chart. Without height, so that it scrolls nothing.
  const start = useRef<HTMLDivElement>(null)
  return (
    <Sheet onClose={onClose} title={detail.lot.auction.title} initialFocus={start}>
      <div ref={start} tabIndex={-1} className="outline-none" />
      <LotDetail {...detail} inSheet />
    </Sheet>
  )
}

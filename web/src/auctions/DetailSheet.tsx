import { Sheet } from '../ui/Sheet.tsx'
import { LotDetail, type LotDetailProps } from './LotDetail.tsx'

/** The detail where there is no room beside the list. */
export const DetailSheet = ({ onClose, ...detail }: LotDetailProps & { onClose: () => void }) => (
  <Sheet open onClose={onClose} title={detail.lot.auction.title}>
    <LotDetail {...detail} />
  </Sheet>
)

import { Suspense } from 'react'
import type { LotDetailProps } from '../lot/LotDetail.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'

const LotDetail = lazyPart(async () => (await import('../lot/LotDetail.tsx')).LotDetail)

type DetailColumnProps = { detail: LotDetailProps | undefined; onClose: (() => void) | undefined }

/** The detail beside the list. */
export const DetailColumn = ({ detail, onClose }: DetailColumnProps) => (
  <aside
    aria-label="Detail"
    className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card border border-line bg-surface p-4"
  >
    <PartBoundary part="The detail" {...(detail && { resetKey: detail.lot.auction.id })}>
      <Suspense>{detail && <LotDetail {...detail} onClose={onClose} />}</Suspense>
    </PartBoundary>
  </aside>
)

import { memo, useLayoutEffect } from 'react'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { LotDetail, type LotDetailProps } from '../lot/LotDetail.tsx'
import { useFitInWindow } from './use-fit-in-window.ts'

type DetailColumnProps = { detail: LotDetailProps | undefined; onClose: (() => void) | undefined }

/** The detail beside the list, in a column that stays in the window. */
export const DetailColumn = memo(function DetailColumn({ detail, onClose }: DetailColumnProps) {
  const pane = useFitInWindow()
  const id = detail?.lot.auction.id
  // Before the form takes the focus, which scrolls to it.
  useLayoutEffect(() => {
    if (id !== undefined) pane.current?.scrollTo(0, 0)
  }, [id, pane])
  return (
    <aside
      ref={pane}
      aria-label="Detail"
      className="group/pane scroll-pt-28 scroll-pb-32 data-low:scroll-pt-0 overflow-y-auto rounded-card border border-line bg-surface px-4 pt-4"
    >
      <PartBoundary part="The detail" {...(detail && { resetKey: detail.lot.auction.id })}>
        {detail && <LotDetail {...detail} onClose={onClose} />}
      </PartBoundary>
    </aside>
  )
})

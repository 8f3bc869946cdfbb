import { memo, type RefObject, useLayoutEffect, useRef } from 'react'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { AuctionDetail } from '../detail/AuctionDetail.tsx'
import { AuctionNotes } from '../notes/AuctionNotes.tsx'
import type { OpenAuction } from './use-open-auction.ts'

type DetailColumnProps = { detail: OpenAuction | undefined; onClose: (() => void) | undefined }

/** The detail beside the list, in a column that stays in the window. */
export const DetailColumn = memo(function DetailColumn({ detail, onClose }: DetailColumnProps) {
  const pane = useFitInWindow()
  const id = detail?.tracked.auction.id
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
      <PartBoundary part="The detail" {...(detail && { resetKey: detail.tracked.auction.id })}>
        {detail && (
          <AuctionDetail
            {...detail}
            notes={<AuctionNotes key={id} tracked={detail.tracked} focus={detail.focusNote} />}
            onClose={onClose}
          />
        )}
      </PartBoundary>
    </aside>
  )
})

/** Left free below the pane, pixels. */
const MARGIN = 16
/** In a pane that is lower, what is pinned would cover the field between, pixels. */
const MIN_HEIGHT_TO_PIN = 520

/**
 * Keeps a sticky pane within the window, so that what is pinned at its lower edge is in sight: before the page is scrolled,
 * the pane begins below what stands above the list, and has less room. A pane with little room has `data-low`.
 */
function useFitInWindow(): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    function fit() {
      const { current } = pane
      if (!current) return
      const height = window.innerHeight - current.getBoundingClientRect().top - MARGIN
      current.style.maxHeight = `${height}px`
      current.toggleAttribute('data-low', height < MIN_HEIGHT_TO_PIN)
    }
    fit()
    // What stands above the list comes and goes.
    const observer = new ResizeObserver(fit)
    observer.observe(document.body)
    // What stands above the pane in its column comes and goes too.
    if (pane.current?.parentElement) observer.observe(pane.current.parentElement)
    window.addEventListener('scroll', fit, { passive: true })
    window.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', fit)
      window.removeEventListener('resize', fit)
    }
  }, [])
  return pane
}

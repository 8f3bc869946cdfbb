import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Left free below the pane, pixels. */
const MARGIN = 16

/**
 * Keeps a sticky pane within the window, so that what is pinned at its lower edge is in sight: before the page is scrolled,
 * the pane begins below what stands above the list, and has less room.
 */
export function useFitInWindow(): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    function fit() {
      const { current } = pane
      if (current) current.style.maxHeight = `${window.innerHeight - current.getBoundingClientRect().top - MARGIN}px`
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

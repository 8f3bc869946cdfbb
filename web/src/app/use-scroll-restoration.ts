import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** The scroll position of each visited page, px, by the key of its history entry. */
const scrollPositions = new Map<string, number>()

/**
 * Opens a page at its top, and after Back or Forward at its last scroll position. The browser's own restoration runs
 * too early, before the page is rendered.
 */
export function useScrollRestoration() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef({ key, pathname })

  useEffect(() => {
    const savePosition = () => scrollPositions.set(shown.current.key, window.scrollY)
    window.addEventListener('scroll', savePosition, { passive: true })
    return () => window.removeEventListener('scroll', savePosition)
  }, [])

  useLayoutEffect(() => {
    const isSamePage = shown.current.pathname === pathname
    shown.current = { key, pathname }
    if (isSamePage) return
    window.scrollTo({ top: navigationType === NavigationType.Pop ? (scrollPositions.get(key) ?? 0) : 0 })
  }, [key, pathname, navigationType])
}

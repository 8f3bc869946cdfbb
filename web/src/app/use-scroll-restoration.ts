import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** How far down each visited page was left, px, by the key of its history entry. */
const places = new Map<string, number>()

/** A page starts at its top; one that was gone back to, where it was left. The browser would act before it is drawn. */
export function useScrollRestoration() {
  const { key, pathname } = useLocation()
  const arrivedBy = useNavigationType()
  const shown = useRef({ key, pathname })

  useEffect(() => {
    const note = () => places.set(shown.current.key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])

  useLayoutEffect(() => {
    const samePage = shown.current.pathname === pathname
    shown.current = { key, pathname }
    if (!samePage) window.scrollTo({ top: arrivedBy === NavigationType.Pop ? (places.get(key) ?? 0) : 0 })
  }, [key, pathname, arrivedBy])
}

import { useEffect } from 'react'

const PREFETCH_DELAY_MS = 2_000

/** Loads code that the user is likely to need, once the page has settled. */
export function usePrefetch(load: () => void) {
  useEffect(() => {
    const timer = setTimeout(load, PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])
}

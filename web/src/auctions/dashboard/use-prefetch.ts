import { useEffect } from 'react'

const PREFETCH_DELAY_MS = 2_000

/** Loads code that the user is likely to need, once the page has settled. */
export function usePrefetch(load: () => Promise<unknown>) {
  useEffect(() => {
    // When this load fails, the code is loaded again at its first use.
    const timer = setTimeout(() => void load().catch(() => {}), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])
}

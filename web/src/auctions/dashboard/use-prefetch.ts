import { useEffect } from 'react'

const AFTER_MS = 2_000

/** Fetches what will likely be wanted, once the page has settled, so that it opens at once. */
export function usePrefetch(load: () => Promise<unknown>) {
  useEffect(() => {
    // Offline, it will be asked for again when it is wanted.
    const timer = setTimeout(() => void load().catch(() => {}), AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}

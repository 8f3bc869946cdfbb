import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loadWithRetry } from '../../ui/loading/load-with-retry.ts'
import type { Lot } from '../lot/lot.ts'

/** The page comes first: until then, the event stream and the first reads keep it fresh. */
const START_DELAY_MS = 3_000

/** Starts the upkeep of what the browser keeps once the lots were read, from a part that is loaded when the page has settled. */
export function useUpkeep(lots: readonly Lot[], wereRead: boolean) {
  const client = useQueryClient()
  const latest = useRef(lots)
  useEffect(() => {
    latest.current = lots
  })
  useEffect(() => {
    if (!wereRead) return undefined
    const left = new AbortController()
    const start = async () => {
      const { startLiveUpkeep } = await loadWithRetry(() => import('./live-upkeep.ts'))
      if (left.signal.aborted) return
      const stop = startLiveUpkeep(client, () => latest.current)
      left.signal.addEventListener('abort', stop, { once: true })
    }
    // Without it, the page lives from the event stream alone.
    const timer = setTimeout(() => void start().catch(() => {}), START_DELAY_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [client, wereRead])
}

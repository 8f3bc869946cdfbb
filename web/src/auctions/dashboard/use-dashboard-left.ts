import { useEffect } from 'react'
import { emitCacheEvent } from '../../cache/cache-events.ts'

/** Reports that the user leaves the dashboard: coming back reads the auctions again. */
export function useDashboardLeft() {
  useEffect(() => () => void emitCacheEvent('dashboard_left', { inPlace: true }), [])
}

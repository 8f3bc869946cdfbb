import { useSyncExternalStore } from 'react'
import { siteClock } from './site-clock.ts'

/** Whether the site's clock is known; renders again when that changes. */
export const useClockTrusted = (): boolean => useSyncExternalStore(siteClock.subscribe, siteClock.isTrusted)

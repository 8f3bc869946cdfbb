import { useSyncExternalStore } from 'react'
import { siteClock } from './site-clock.ts'

/** Whether the site's clock can be trusted. */
export const useClockTrusted = (): boolean => useSyncExternalStore(siteClock.subscribe, siteClock.isTrusted)

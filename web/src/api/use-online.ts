import { useSyncExternalStore } from 'react'
import { deviceClock } from '../time/device-clock.ts'

let since: number | null = navigator.onLine ? null : deviceClock.now()
const listeners = new Set<() => void>()

function note() {
  since = navigator.onLine ? null : (since ?? deviceClock.now())
  for (const listener of listeners) listener()
}
window.addEventListener('online', note)
window.addEventListener('offline', note)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when the device has had no network, epoch ms; null while it has one. The server may be out of reach all the same. */
export const useOfflineSince = (): number | null => useSyncExternalStore(subscribe, () => since)

export const useOnline = (): boolean => useOfflineSince() === null

import { useSyncExternalStore } from 'react'

let since: number | null = navigator.onLine ? null : Date.now()
const listeners = new Set<() => void>()

function note() {
  since = navigator.onLine ? null : (since ?? Date.now())
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

import { useSyncExternalStore } from 'react'
import { deviceClock } from '../time/device-clock.ts'

let offlineSince: number | null = navigator.onLine ? null : deviceClock.now()
const listeners = new Set<() => void>()

function update() {
  offlineSince = navigator.onLine ? null : (offlineSince ?? deviceClock.now())
  for (const listener of listeners) listener()
}
window.addEventListener('online', update)
window.addEventListener('offline', update)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the device lost its network, epoch ms; null while it is connected. The server may be unreachable even then. */
export const useOfflineSince = (): number | null => useSyncExternalStore(subscribe, () => offlineSince)

export const useOnline = (): boolean => useOfflineSince() === null

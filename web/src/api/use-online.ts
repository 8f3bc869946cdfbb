import { createStore } from '../state/create-store.ts'
import { deviceClock } from '../time/device-clock.ts'

// Pages are also rendered ahead, where there is no browser.
const inBrowser = typeof window !== 'undefined'
const isOffline = () => inBrowser && !navigator.onLine
const offlineSince = createStore(isOffline() ? deviceClock.now() : null, { ahead: null })

const update = () => offlineSince.set(isOffline() ? (offlineSince.get() ?? deviceClock.now()) : null)
if (inBrowser) {
  window.addEventListener('online', update)
  window.addEventListener('offline', update)
}

/** When the device lost its network, epoch ms; null while it is connected. The server may be unreachable even then. */
export const useOfflineSince = offlineSince.use

export const useOnline = (): boolean => useOfflineSince() === null

import { createStore } from '../state/create-store.ts'
import { deviceClock } from '../time/device-clock.ts'

const offlineSince = createStore(navigator.onLine ? null : deviceClock.now())

const update = () => offlineSince.set(navigator.onLine ? null : (offlineSince.get() ?? deviceClock.now()))
window.addEventListener('online', update)
window.addEventListener('offline', update)

/** When the device lost its network, epoch ms; null while it is connected. The server may be unreachable even then. */
export const useOfflineSince = offlineSince.use

export const useOnline = (): boolean => useOfflineSince() === null

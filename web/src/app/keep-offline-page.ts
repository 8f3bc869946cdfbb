import { keepDeviceAlerts } from '../device-alerts/keep-device-alerts.ts'
import { trustScript } from '../ui/trusted-script.ts'

const WORKER = '/offline-worker.js'

/**
 * Has the browser keep the page that it shows without a connection, and renews its subscription for alerts. Browsers can do so on
 * pages with encryption and on this machine's own address; without it, they show a page of their own.
 */
export async function keepOfflinePage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The browser asks the server for the worker anew with each page that opens.
  await navigator.serviceWorker.register(trustScript('bidwell-offline', WORKER), { updateViaCache: 'none' })
  if (window.Notification?.permission !== 'granted') return
  keepDeviceAlerts()
}

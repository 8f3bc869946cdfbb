import { hydrateRoot } from 'react-dom/client'
import { startMetrics } from '../metrics/start-metrics.ts'
import { keepInstallation, readInstallation } from './installation.ts'
import { prepareApp } from './prepare-app.tsx'

/**
 * Starts the app in a page that was rendered ahead. The page stays as it is: React takes it over with the focus and with what
 * was typed. Resolves when clicks are handled.
 */
export async function takeOver(): Promise<void> {
  keepInstallation(readInstallation())
  const { root, app, loaded, ready } = prepareApp()
  await loaded
  hydrateRoot(root, app)
  await ready
  startMetrics()
  // From here on, the app itself shows whether somebody is signed in.
  delete document.documentElement.dataset['session']
}

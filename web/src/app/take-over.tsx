import { hydrateRoot } from 'react-dom/client'
import { startMetrics } from '../metrics/start-metrics.ts'
import { keepInstallation, readInstallation } from './installation.ts'
import { prepareApp } from './prepare-app.tsx'

/** Loads the styles of the app: a page that was rendered ahead has only its own. */
async function loadAllStyles(): Promise<void> {
  const file = document.querySelector<HTMLMetaElement>('meta[name=all-styles]')?.content
  if (file === undefined) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = file
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  link.addEventListener('load', () => resolve())
  link.addEventListener('error', () => {
    link.remove()
    reject(new Error('The styles could not be loaded'))
  })
  document.head.append(link)
  await promise
}

/**
 * Starts the app in a page that was rendered ahead. The page stays as it is: React takes it over with the focus and with what
 * was typed. Resolves when clicks are handled.
 */
export async function takeOver(): Promise<void> {
  keepInstallation(readInstallation())
  const { root, app, loaded, ready } = prepareApp()
  await Promise.all([loaded, loadAllStyles()])
  hydrateRoot(root, app)
  await ready
  startMetrics()
  // From here on, the app itself shows whether somebody is signed in.
  delete document.documentElement.dataset['session']
}

import './styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareApp } from './app/prepare-app.tsx'
import { startMetrics } from './metrics/start-metrics.ts'
import { afterLoad } from './ui/loading/after-load.ts'

// In a task of its own: evaluating the code has just taken one.
setTimeout(() => void showApp())
afterLoad(async () => (await import('./app/keep-offline-page.ts')).keepOfflinePage())

async function showApp() {
  const { root, app, loaded, ready } = prepareApp()
  const { dataset } = document.documentElement
  // The frame that the server sent to a signed-in user stays until the page can replace it.
  if (dataset['session'] !== undefined && root.childElementCount > 0) await loaded
  // In small steps, so that the browser paints and takes clicks meanwhile.
  startTransition(() => createRoot(root).render(app))
  await ready
  // From here on, the app itself shows whether somebody is signed in.
  delete dataset['session']
  startMetrics()
}

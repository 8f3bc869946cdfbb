import './styles.css'
import { createRoot } from 'react-dom/client'
import { prepareApp } from './app/prepare-app.tsx'
import { startMetrics } from './metrics/start-metrics.ts'
import { afterLoad } from './ui/loading/after-load.ts'

const { root, app } = prepareApp()
// The app waits for the session before it shows what is for visitors, and shows it again after signing out.
delete document.documentElement.dataset['session']
createRoot(root).render(app)
startMetrics()
afterLoad(async () => (await import('./app/keep-offline-page.ts')).keepOfflinePage())

import './styles.css'
import { createRoot } from 'react-dom/client'
import { prepareApp } from './app/prepare-app.tsx'
import { startMetrics } from './metrics/start-metrics.ts'

const { root, app } = prepareApp()
createRoot(root).render(app)
startMetrics()

import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startMetrics } from './metrics/start-metrics.ts'
import { clearUserDataOnChange } from './session/clear-user-data.ts'
import { startSession } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
clearUserDataOnChange()
void startSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
startMetrics()

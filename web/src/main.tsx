import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { forgetUserOnChange } from './session/forget-user.ts'
import { startSession } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
forgetUserOnChange()
void startSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

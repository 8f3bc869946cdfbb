import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router'
import { dropEarlyAnswers } from '../api/early-answers.ts'
import { followCacheEvents } from '../cache/cache-events.ts'
import { queryClient } from '../cache/query-client.ts'
import { readAgain } from '../cache/read-again.ts'
import { whenIdle } from '../cache/when-idle.ts'
import { keepEventStream } from './keep-event-stream.ts'
import { clearUserDataOnChange } from '../session/clear-user-data.ts'
import { startSession } from '../session/session.ts'
import { loadRestAfter } from '../ui/loading/after-page.ts'
import { App } from './App.tsx'
import { preloadPage } from './routes.tsx'

/** The app, before it is in the page. `loaded` waits for the session and the page's code, `ready` for the first rendering. */
export function prepareApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  clearUserDataOnChange()
  followCacheEvents(queryClient)
  const session = startSession()
  keepEventStream(() => readAgain(queryClient))
  const loaded = Promise.all([session, preloadPage(window.location.pathname).catch(() => {})])
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>()
  const idle = ready.then(() => whenIdle(queryClient))
  loadRestAfter(idle)
  void idle.then(dropEarlyAnswers)
  const app = (
    <StrictMode>
      <App Router={BrowserRouter} onReady={onReady} />
    </StrictMode>
  )
  return { root, app, loaded, ready }
}

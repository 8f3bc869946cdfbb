import './styles.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { App } from './app/App.tsx'
import { keepInstallation, readInstallation } from './app/installation.ts'
import { keepEventStream } from './app/keep-event-stream.ts'
import { keepOfflinePage } from './app/keep-offline-page.ts'
import { routes } from './app/routes.tsx'
import { followCacheEvents } from './cache/cache-events.ts'
import { queryClient } from './cache/query-client.ts'
import { clearUserDataOnChange } from './session/clear-user-data.ts'
import { startSession } from './session/session.ts'

/** Long after the page has loaded, so that nothing of it waits, and measuring does not slow down what it measures. */
const AFTER_MS = 3_000

// In a task of its own: evaluating the code has just taken one.
setTimeout(() => void startApp())
afterLoad(async () => (await import('./app/report-metrics.ts')).reportMetrics())
afterLoad(keepOfflinePage)

async function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const installation = readInstallation()
  if (installation) keepInstallation(installation)
  clearUserDataOnChange()
  followCacheEvents(queryClient)
  const session = startSession()
  const router = createBrowserRouter(routes)
  keepEventStream(queryClient, router)
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  )
  // What the server sent stays until the page can replace it.
  await Promise.all([session, firstPage(router)])
  // In small steps, so that the browser paints and takes clicks meanwhile.
  startTransition(() => {
    // React takes over a public page as it stands, with the focus and with what was typed.
    if (installation) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

/** Resolves when the code of the page at the address has loaded, or has failed to. */
function firstPage(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = ({ initialized }: { initialized: boolean }) => initialized && resolve()
  router.subscribe(check)
  check(router.state)
  return promise
}

/** Starts what no page needs once the page has long been loaded. A failure is ignored: the page goes on without it. */
function afterLoad(start: () => Promise<void>) {
  const startLater = () => setTimeout(() => void start().catch(() => {}), AFTER_MS)
  if (document.readyState === 'complete') startLater()
  else window.addEventListener('load', startLater, { once: true })
}

import './styles.css'
import { StrictMode, startTransition } from 'react'
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
import { reportMetrics } from './metrics/report-metrics.ts'
import { clearUserDataOnChange } from './session/clear-user-data.ts'
import { startSession } from './session/session.ts'
import { afterLoad } from './ui/loading/after-load.ts'

void startApp()
afterLoad(async () => {
  reportMetrics()
  await keepOfflinePage()
})

async function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const installation = readInstallation()
  if (installation) keepInstallation(installation)
  clearUserDataOnChange()
  followCacheEvents(queryClient)
  const session = startSession()
  keepEventStream(queryClient)
  const router = createBrowserRouter(routes)
  const isLoaded = Promise.all([session, firstPage(router)])
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  )
  if (installation) {
    // React takes over the page of the server as it stands, with the focus and with what was typed.
    await isLoaded
    hydrateRoot(root, app)
    return
  }
  // The frame that the server sent to a signed-in user stays until the page can replace it.
  if (document.documentElement.dataset['session'] !== undefined && root.childElementCount > 0) await isLoaded
  // In small steps, so that the browser paints and takes clicks meanwhile.
  startTransition(() => createRoot(root).render(app))
}

/** Resolves when the code of the page at the address has loaded, or has failed to. */
function firstPage(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = ({ initialized }: { initialized: boolean }) => initialized && resolve()
  router.subscribe(check)
  check(router.state)
  return promise
}

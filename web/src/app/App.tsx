import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { queryClient } from '../cache/query-client.ts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { Toasts } from '../ui/toasts/toasts.tsx'
import { useInBrowser } from '../ui/use-in-browser.ts'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'
import { Pages } from './routes.tsx'

type AppProps = {
  Router: ComponentType<{ children: ReactNode }>
  /** Called when React has taken over the page. */
  onReady?: () => void
}

export function App({ Router, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady])
  return (
    <QueryClientProvider client={queryClient}>
      <PageErrorBoundary path="">
        <Router>
          <Pages />
        </Router>
      </PageErrorBoundary>
      {useInBrowser() &&
        createPortal(
          <>
            <Toasts />
            <LiveRegion />
          </>,
          document.body,
        )}
    </QueryClientProvider>
  )
}

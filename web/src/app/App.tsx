import { QueryClientProvider } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { BrowserRouter } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { Toasts } from '../ui/toasts/toasts.tsx'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'
import { Pages } from './routes.tsx'

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <PageErrorBoundary path="">
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </PageErrorBoundary>
    {createPortal(
      <>
        <Toasts />
        <LiveRegion />
      </>,
      document.body,
    )}
  </QueryClientProvider>
)

import { QueryClientProvider } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../api/query-client.ts'
import { router } from '../routes.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { Toasts } from '../ui/toasts.tsx'

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
    {createPortal(
      <>
        <Toasts />
        <LiveRegion />
      </>,
      document.body,
    )}
  </QueryClientProvider>
)

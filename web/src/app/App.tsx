import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { queryClient } from '../cache/query-client.ts'
import { Toasts } from '../ui/overlays/toasts.tsx'
import { LiveRegion } from '../ui/screen-readers.tsx'
import { useInBrowser } from '../ui/use-in-browser.ts'

/** What surrounds the router. */
export function App({ children }: { children: ReactNode }) {
  useEffect(() => {
    // From here on, the app itself shows whether somebody is signed in.
    delete document.documentElement.dataset['session']
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      {children}
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

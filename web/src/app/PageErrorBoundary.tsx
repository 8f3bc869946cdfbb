import type { ReactNode } from 'react'
import { ErrorBoundary } from '../ui/loading/ErrorBoundary.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import type { PageFailureProps } from './PageFailure.tsx'

// Where even this code is missing, the plain way out is left.
const PageFailure = lazyPart(async () => (await import('./PageFailure.tsx')).PageFailure, { otherwise: PlainWayOut })

/** Shows ways out instead of a page that has failed; the header and the footer keep working. */
export const PageErrorBoundary = ({ path, children }: { path: string; children: ReactNode }) => (
  <ErrorBoundary resetKey={path} renderFailure={(error) => <PageFailure error={error} />}>
    {children}
  </ErrorBoundary>
)

function PlainWayOut(_props: PageFailureProps) {
  return (
    <p role="alert" className="p-4">
      This page could not be loaded. <a href={window.location.href}>Load it again</a>
    </p>
  )
}

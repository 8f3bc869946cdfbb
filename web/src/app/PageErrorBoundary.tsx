import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import type { PageFailureProps } from './PageFailure.tsx'

// Where even this code is missing, the plain way out is left.
const PageFailure = lazy(async () => ({
  default: await import('./PageFailure.tsx').then(
    ({ PageFailure }) => PageFailure,
    () => PlainWayOut,
  ),
}))

/** Shows ways out instead of a page that has failed; the header and the footer keep working. */
export const PageErrorBoundary = ({ path, children }: { path: string; children: ReactNode }) => (
  <ErrorBoundary
    resetKey={path}
    renderFailure={(error, onRetry) => (
      <Suspense>
        <PageFailure error={error} onRetry={onRetry} />
      </Suspense>
    )}
  >
    {children}
  </ErrorBoundary>
)

const PlainWayOut = (_props: PageFailureProps) => (
  <p role="alert" className="p-4">
    This page could not be loaded. <a href={window.location.href}>Load it again</a>
  </p>
)

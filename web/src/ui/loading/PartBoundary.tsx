import type { ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PartFailure, type PartFailureProps } from './PartFailure.tsx'

type PartBoundaryProps = Omit<PartFailureProps, 'onRetry'> & {
  /** Another value shows the part again. */
  resetKey?: number
  children: ReactNode
}

/** Keeps the failure of one part away from the rest of the page, and offers to show the part again. */
export const PartBoundary = ({ children, resetKey, ...part }: PartBoundaryProps) => (
  <ErrorBoundary resetKey={resetKey} renderFailure={(_error, retry) => <PartFailure {...part} onRetry={retry} />}>
    {children}
  </ErrorBoundary>
)

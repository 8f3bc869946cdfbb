import { messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { LIST_ITEM } from '../screen-readers.tsx'
import { LoadFailure } from './LoadFailure.tsx'

type PartBoundaryProps = Omit<PartFailureProps, 'onRetry'> & {
  /** Another value shows the part again. */
  resetKey?: number
  children: ReactNode
}

/** Keeps the failure of one part away from the rest of the page, and offers to show the part again. */
export const PartBoundary = ({ children, resetKey, ...part }: PartBoundaryProps) => (
  <ErrorBoundary resetKeys={[resetKey]} fallbackRender={failureOf(part)}>
    {children}
  </ErrorBoundary>
)

const failureOf = (part: Omit<PartFailureProps, 'onRetry'>) => (failure: FallbackProps) => (
  <PartFailure {...part} onRetry={() => failure.resetErrorBoundary()} />
)

/** Stands in for a part of a page that has failed. */
function PartFailure({ part, inList = false, onRetry }: PartFailureProps) {
  const failure = (
    <LoadFailure
      role="alert"
      title={messages.page.partBroken(part)}
      text={messages.page.restGoesOn}
      busy={false}
      onRetry={onRetry}
    />
  )
  return inList ? <div {...LIST_ITEM}>{failure}</div> : failure
}

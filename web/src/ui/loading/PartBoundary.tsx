import { messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { LIST_ITEM } from '../screen-readers.tsx'
import { LoadFailure } from './LoadFailure.tsx'

type Part = {
  /** What the part is, as the start of a sentence: `The header`. */
  part: string
  /** Whether the part is an item of a list. */
  inList?: boolean
}

type PartBoundaryProps = Part & {
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

/** Stands in for a part of a page that has failed. */
const failureOf = ({ part, inList = false }: Part) =>
  function PartFailure({ resetErrorBoundary }: Pick<FallbackProps, 'resetErrorBoundary'>) {
    const failure = (
      <LoadFailure
        role="alert"
        title={messages.page.partBroken(part)}
        text={messages.page.restGoesOn}
        busy={false}
        onRetry={() => resetErrorBoundary()}
      />
    )
    return inList ? <div {...LIST_ITEM}>{failure}</div> : failure
  }

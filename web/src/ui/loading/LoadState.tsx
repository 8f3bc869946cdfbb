import { messages } from '@bidwell/contract'
import { LoadFailure } from './LoadFailure.tsx'
import { Skeleton } from './placeholders.tsx'

type LoadStateProps = {
  /** A query of TanStack. */
  query: { isPending: boolean; isFetching: boolean; error: Error | null; refetch: () => unknown }
  /** The classes that give the placeholder the height of what is to come. */
  skeleton: string
}

/** Stands beside what a query has loaded: a placeholder until then, and a failure that can be tried again. */
export const LoadState = ({ query: { isPending, isFetching, error, refetch }, skeleton }: LoadStateProps) => (
  <>
    {isPending && <Skeleton className={skeleton} />}
    {error !== null && (
      <LoadFailure
        title={error.message || messages.generic.unknownError}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )}
  </>
)

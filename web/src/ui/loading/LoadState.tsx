import { messages } from '@bidwell/contract'
import { LoadFailure } from './LoadFailure.tsx'
import { Skeleton } from './placeholders.tsx'

type QueryFailureProps = {
  /** A query of TanStack. */
  query: { isFetching: boolean; error: Error | null; refetch: () => unknown }
  /** By default, what the error says. */
  title?: string
  text?: string
  role?: 'alert' | undefined
}

/** Says that a query has failed, with a button that tries it again. */
export const QueryFailure = ({ query: { isFetching, error, refetch }, title, ...rest }: QueryFailureProps) =>
  error !== null && (
    <LoadFailure
      {...rest}
      title={title ?? (error.message || messages.generic.unknownError)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )

type LoadStateProps = QueryFailureProps & {
  query: { isPending: boolean }
  /** The classes that give the placeholder the height of what is to come. */
  skeleton: string
}

/** Stands beside what a query has loaded: a placeholder until then, and a failure that can be tried again. */
export const LoadState = ({ skeleton, ...failure }: LoadStateProps) => (
  <>
    {failure.query.isPending && <Skeleton className={skeleton} />}
    <QueryFailure {...failure} />
  </>
)

type LoadingListProps = { label?: string; rows: number; skeleton: string }

/** Stands for the rows of a list while it loads. */
export const LoadingList = ({ label, rows, skeleton }: LoadingListProps) => (
  <section aria-busy="true" aria-label={label} className="flex flex-col gap-3">
    {Array.from({ length: rows }, (_, n) => (
      <Skeleton key={n} className={skeleton} />
    ))}
  </section>
)

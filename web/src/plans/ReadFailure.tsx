import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'

/** Says that something could not be read, with a button that reads it again. Empty while there is something to show. */
export function ReadFailure({ query, title }: { query: UseQueryResult; title: string }) {
  const { data, isError, error, isFetching, refetch } = query
  if (!isError || data !== undefined) return null
  return <LoadFailure title={title} text={messageOf(error)} busy={isFetching} onRetry={() => void refetch()} />
}

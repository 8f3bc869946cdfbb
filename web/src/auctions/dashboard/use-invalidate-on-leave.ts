import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Marks the query as stale when the user leaves the page, so that coming back fetches it again. */
export function useInvalidateOnLeave(queryKey: QueryKey) {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries({ queryKey, refetchType: 'none' }), [client, queryKey])
}

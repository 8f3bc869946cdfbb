import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What the page has read counts as old once it is left: coming back reads it again. */
export function useInvalidateOnLeave(queryKey: QueryKey) {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries({ queryKey, refetchType: 'none' }), [client, queryKey])
}

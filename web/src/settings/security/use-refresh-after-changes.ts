import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { securityLogQuery } from './security-log-query.ts'
import { sessionsQuery } from './sessions-query.ts'

/** Reads the sessions and the security log again after each change: most are logged, and some end sessions. */
export function useRefreshAfterChanges() {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        for (const { queryKey } of [sessionsQuery, securityLogQuery]) void client.invalidateQueries({ queryKey })
      }),
    [client],
  )
}

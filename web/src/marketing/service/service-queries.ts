import { api } from '@bidwell/contract'
import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { Session } from '../../session/session.ts'

/* What a visitor is refused, somebody who signs in may read: each has an answer of their own. */

const STATUS_EVERY_MS = 15_000

const retry = (failures: number, error: Error) => failures < 1 && !isApiError(error, 'not_signed_in')

/** How the bids of this installation were served. */
export const serviceLevelQuery = ({ kind }: Session) =>
  queryOptions({
    queryKey: ['service-level', kind],
    queryFn: async ({ signal }) => (await call(api.readServiceLevel, { signal })).data,
    retry,
  })

/** Whether this installation works, read again and again while the page is open. */
export const serviceStatusQuery = ({ kind }: Session) =>
  queryOptions({
    queryKey: ['service-status', kind],
    queryFn: async ({ signal }) => (await call(api.readServiceStatus, { signal })).data,
    retry,
    staleTime: 0,
    refetchInterval: ({ state: { error } }) => (isApiError(error, 'not_signed_in') ? false : STATUS_EVERY_MS),
  })

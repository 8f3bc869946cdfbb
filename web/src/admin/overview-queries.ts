import { api, type Body, type Data } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export type Overview = Data<typeof api.readOverview>

const EVERY_MS = 5_000

/** The state of the installation, read again and again while the page is visible. */
export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: async ({ signal }) => (await call(api.readOverview, { signal })).data,
  staleTime: 0,
  refetchInterval: EVERY_MS,
})

/** What a pause for all would concern now. */
export const pauseReachQuery = queryOptions({
  queryKey: ['admin', 'pause-reach'],
  queryFn: async ({ signal }) => (await call(api.readPauseReach, { signal })).data,
  staleTime: 0,
  refetchInterval: EVERY_MS,
})

export const pauseMutation = mutationOptions({
  mutationKey: ['admin', 'pause'],
  mutationFn: async (body: Body<typeof api.setPauseForAll>) => (await call(api.setPauseForAll, { body })).data,
  onSettled: (_data, _error, _body, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})

export const clearAlarmMutation = mutationOptions({
  mutationKey: ['admin', 'clear-alarm'],
  mutationFn: (body: Body<typeof api.clearAlarm>) => call(api.clearAlarm, { body }),
  onSettled: (_data, _error, _body, _result, { client }) => client.invalidateQueries({ queryKey: ['admin'] }),
})

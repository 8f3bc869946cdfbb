import { api } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { deviceAlertsQuery } from '../../device-alerts/device-alerts-query.ts'
import { readDeviceRecord } from '../../device-alerts/device-record.ts'
import { endDeviceAlerts } from '../../device-alerts/keep-device-alerts.ts'

/** Where alerts go, and whether a phone number can be added. A place may stop at any time. */
export const destinationsQuery = queryOptions({
  queryKey: KEYS.destinations,
  queryFn: async ({ signal }) => (await call(api.listDestinations, { signal })).data,
  staleTime: 0,
})

/** Whether a place is this browser. */
export const isThisDevice = (id: number): boolean => readDeviceRecord()?.destinationId === id

/** Removes a place. Of this browser, the subscription ends too. */
export const removePlaceMutation = mutationOptions({
  mutationKey: ['destinations', 'remove'],
  mutationFn: async (id: number) => {
    await call(api.removeDestination, { params: { id } })
    if (isThisDevice(id)) await endDeviceAlerts()
  },
  // Nobody waits for the lists: the dialog closes first, and hands the focus back to the row.
  onSettled: (_data, _error, _id, _result, { client }) => {
    void client.invalidateQueries(destinationsQuery)
    void client.invalidateQueries(deviceAlertsQuery)
  },
})

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { KEYS } from '../cache/query-keys.ts'
import { currentSession } from '../session/session.ts'
import { pushSupport, readSubscription } from './browser-push.ts'
import { inTurn, readDeviceRecord } from './device-record.ts'
import { keepDeviceAlerts } from './keep-device-alerts.ts'
import { storeDevice } from './store-device.ts'

export type DeviceAlertsState = Exclude<ReturnType<typeof pushSupport>, 'yes'> | 'denied' | 'off' | 'on'

/** Whether the signed-in user gets alerts on this device; otherwise, why not. */
export const deviceAlertsQuery = queryOptions({ queryKey: ['device-alerts'], queryFn: readState, staleTime: 0 })

async function readState(): Promise<DeviceAlertsState> {
  const support = pushSupport()
  if (support !== 'yes') return support
  if (Notification.permission === 'denied') return 'denied'
  const record = readDeviceRecord()
  const session = currentSession()
  const isOwn = session.kind === 'signed-in' && record?.userId === session.user.id
  if (Notification.permission !== 'granted' || !isOwn) return 'off'
  return (await readSubscription()) === null ? 'off' : 'on'
}

/** Turns on alerts on this device. The browser asks its user, if it has not before. */
export const turnOnMutation = mutationOptions({
  mutationKey: ['device-alerts', 'turn-on'],
  mutationFn: turnOn,
  onSettled: async (_data, _error, _nothing, _result, { client }) => {
    await Promise.all([
      client.invalidateQueries(deviceAlertsQuery),
      client.invalidateQueries({ queryKey: KEYS.destinations }),
    ])
  },
})

async function turnOn(): Promise<void> {
  const permission = await Notification.requestPermission()
  const session = currentSession()
  if (permission !== 'granted' || session.kind !== 'signed-in') return
  await inTurn(() => storeDevice({ id: session.user.id, sessionId: session.id }))
  keepDeviceAlerts()
}

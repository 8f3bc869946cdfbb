import { api } from '@bidwell/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { currentSession } from '../../session/session.ts'
import { pushSupport, readSubscription } from './browser-push.ts'
import { inTurn, readDeviceRecord } from './device-record.ts'
import { endDeviceAlerts, keepDeviceAlerts } from './keep-device-alerts.ts'
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

/** Turns alerts on this device on or off. The browser asks its user, if it has not before. */
export const switchMutation = mutationOptions({
  mutationKey: ['device-alerts', 'switch'],
  mutationFn: (wanted: 'on' | 'off') => (wanted === 'on' ? turnOn() : inTurn(turnOff)),
  onSettled: async (_data, _error, _wanted, _result, { client }) => {
    await Promise.all([
      client.invalidateQueries(deviceAlertsQuery),
      client.invalidateQueries({ queryKey: KEYS.destinations }),
    ])
  },
})

/** The push service would tell the server as well, with the next alert. */
async function turnOff(): Promise<void> {
  const id = readDeviceRecord()?.destinationId
  await endDeviceAlerts()
  if (id !== undefined) await call(api.removeDestination, { params: { id } }).catch(() => {})
}

async function turnOn(): Promise<void> {
  const permission = await Notification.requestPermission()
  const session = currentSession()
  if (permission !== 'granted' || session.kind !== 'signed-in') return
  await inTurn(() => storeDevice({ id: session.user.id, sessionId: session.id }))
  keepDeviceAlerts()
}

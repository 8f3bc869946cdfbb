import { api, messages } from '@bidwell/contract'
import { call } from '../api/call.ts'
import { deviceClock } from '../time/device-clock.ts'
import { subscribe } from './browser-push.ts'
import { writeDeviceRecord } from './device-record.ts'

type User = { id: string; sessionId: string }

/** Subscribes this browser to the server's key, unless it is, and has the server send the user's alerts to it. */
export async function storeDevice({ id, sessionId }: User, options: { silent?: boolean } = {}): Promise<void> {
  const { key } = (await call(api.readPushKey, options)).data
  if (key === null) throw new Error(messages.push.noKeyYet)
  const { endpoint, keys } = (await subscribe(key)).toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
  const { destination } = (await call(api.storePushDestination, { ...options, body })).data
  writeDeviceRecord({
    userId: id,
    sessionId,
    endpoint: body.endpoint,
    destinationId: destination.id,
    storedAt: deviceClock.now(),
  })
}

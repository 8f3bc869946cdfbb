import { currentSession, onSession, type Session } from '../session/session.ts'
import { deviceClock } from '../time/device-clock.ts'
import { readSubscription, unsubscribe } from './browser-push.ts'
import { decideRenewal } from './decide-renewal.ts'
import { deleteDeviceRecord, inTurn, readDeviceRecord } from './device-record.ts'
import { storeDevice } from './store-device.ts'

let isKeeping = false

/**
 * Renews the subscription of this browser for the user who is signed in, now and whenever that changes, and ends it when its
 * user signs out, or when another user signs in. A session that ends by itself ends no alerts: they are why its user returns.
 */
export function keepDeviceAlerts(): void {
  if (isKeeping) return
  isKeeping = true
  let before: Session = { kind: 'signed-out' }
  const follow = () => {
    const [former, now] = [before, currentSession()]
    before = now
    void inTurn(() => settle(former, now)).catch(() => {})
  }
  onSession(follow)
  follow()
}

async function settle(former: Session, now: Session): Promise<void> {
  if (now.kind === 'signed-in' && !now.expired) return renew({ id: now.user.id, sessionId: now.id })
  if (now.kind === 'signed-out' && former.kind === 'signed-in') await endDeviceAlerts()
}

async function renew(user: { id: string; sessionId: string }): Promise<void> {
  if (Notification.permission !== 'granted') return
  const subscription = await readSubscription()
  const endpoint = subscription?.endpoint ?? null
  const decision = decideRenewal({ record: readDeviceRecord(), endpoint, user, now: deviceClock.now() })
  if (decision === 'end') await endDeviceAlerts()
  // A failure is repeated with the next page.
  if (decision === 'renew') await storeDevice(user, { silent: true })
}

/** The record goes first: without it, the next page ends what could not be ended now. */
export async function endDeviceAlerts(): Promise<void> {
  deleteDeviceRecord()
  await unsubscribe()
}

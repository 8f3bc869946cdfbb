import type { DeviceRecord } from './device-record.ts'

const RENEW_AFTER_MS = 24 * 3_600_000

type Situation = {
  /** What this device has recorded. */
  record: DeviceRecord | null
  /** The address of the browser's subscription; null when it has none. */
  endpoint: string | null
  /** Who is signed in. */
  user: { id: string; sessionId: string }
  /** Epoch ms. */
  now: number
}

/**
 * What to do about the alerts on this device when a page of a signed-in user has loaded. `end`: they are another user's.
 * `renew`: the server stores the subscription again, a new one where the browser has lost it.
 */
export function decideRenewal({ record, endpoint, user, now }: Situation): 'nothing' | 'end' | 'renew' {
  if (record === null) return endpoint === null ? 'nothing' : 'end'
  if (record.userId !== user.id) return 'end'
  const isStored = record.endpoint === endpoint && record.sessionId === user.sessionId
  // A clock that was set back makes a record look younger than none.
  const ageMs = now - record.storedAt
  return isStored && ageMs >= 0 && ageMs < RENEW_AFTER_MS ? 'nothing' : 'renew'
}

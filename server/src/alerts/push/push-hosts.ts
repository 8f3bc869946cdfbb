import { ECDH } from 'node:crypto'
import { messages, type PushSubscription } from '@bidwell/contract'
import { fieldError } from '../../platform/errors.ts'

/** The push services of the browsers. `*` stands for any part of a host name. */
const KNOWN_HOSTS = [
  // Chrome, Edge on phones, Samsung Internet, Opera, Brave; and other builds of Chromium.
  'fcm.googleapis.com',
  'jmt17.google.com',
  // Firefox.
  '*.push.services.mozilla.com',
  // Edge on Windows.
  '*.notify.windows.com',
  // Safari, and every browser on an iPhone.
  '*.push.apple.com',
]

/**
 * Whether an address, which a browser has sent, is one that this installation sends to: that of a known push service, by https
 * at its usual port, or of a host that the operator has added. Otherwise users could have the server call addresses of the operator's
 * network.
 */
export function isPushAddress(address: string, added: readonly string[]): boolean {
  const { protocol, host, username, password } = URL.parse(address) ?? {}
  if (protocol !== 'https:' || host === undefined || username !== '' || password !== '') return false
  return [...KNOWN_HOSTS, ...added].some((pattern) =>
    pattern.startsWith('*') ? host.endsWith(pattern.slice(1)) : host === pattern,
  )
}

/** Throws 422 for a subscription that no push could be sent to. `hosts` are those that the operator has added. */
export function checkSubscription({ endpoint, keys }: PushSubscription, hosts: readonly string[]): void {
  if (!isPushAddress(endpoint, hosts)) {
    throw fieldError('endpoint', messages.push.unknownService(URL.parse(endpoint)?.host ?? ''))
  }
  if (!isPoint(keys.p256dh)) throw fieldError('keys.p256dh', messages.push.notAKey)
}

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === key
  } catch {
    return false
  }
}

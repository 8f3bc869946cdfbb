import { ECDH } from 'node:crypto'
import { messages, type PushSubscription } from '@bidwell/contract'
import { fieldError } from '../../platform/errors.ts'
import { isLoopback } from '../../platform/network-of.ts'

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
 * at its usual port, or of a host that the operator has added. Only an added host on this machine may speak http. Otherwise
 * users could have the server call addresses of the operator's network.
 */
export function checkPushAddress(address: string, added: readonly string[]): 'ok' | 'unknown_host' | 'not_encrypted' {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return 'unknown_host'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return 'not_encrypted'
  return [...KNOWN_HOSTS, ...added].some((pattern) => matches(url.host, pattern)) ? 'ok' : 'unknown_host'
}

const matches = (host: string, pattern: string) =>
  pattern.startsWith('*') ? host.endsWith(pattern.slice(1)) : host === pattern

/** Throws 422 for a subscription that no push could be sent to. `hosts` are those that the operator has added. */
export function checkSubscription({ endpoint, keys }: PushSubscription, hosts: readonly string[]): void {
  const address = checkPushAddress(endpoint, hosts)
  if (address === 'not_encrypted') throw fieldError('endpoint', messages.push.notEncrypted)
  if (address === 'unknown_host')
    throw fieldError('endpoint', messages.push.unknownService(URL.parse(endpoint)?.host ?? ''))
  if (!isPoint(keys.p256dh)) throw fieldError('keys.p256dh', messages.push.notAKey)
}

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === key
  } catch {
    return false
  }
}

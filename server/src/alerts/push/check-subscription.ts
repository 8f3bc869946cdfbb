import { ECDH } from 'node:crypto'
import { messages, type PushSubscription } from '@bidwell/contract'
import { fieldError } from '../../platform/errors.ts'
import { checkPushAddress } from './push-hosts.ts'

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

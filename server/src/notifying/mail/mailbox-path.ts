import { deriveKey, type SessionKey } from '../../platform/derived-keys/derive-key.ts'

/**
 * The path of the page that shows all mails. Whoever opens it can set every password, so it holds a secret that only those
 * who have the session key know. The same after each start.
 */
export const mailboxPath = ([newest]: readonly SessionKey[]): string => {
  if (!newest) throw new Error('The mailbox has no address without a session key')
  return `/dev/mailbox/${deriveKey(newest.key, 'mailbox').toString('base64url')}`
}

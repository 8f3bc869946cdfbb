import { normalizeEmail } from '@bidwell/contract'
import { createEmailHasher, type SessionKey } from '../../platform/derived-keys/derive-key.ts'

/** The keyed hashes of a person, one for each session key, the newest first. */
export type PersonHasher = (email: string) => readonly [Buffer, ...Buffer[]]

/**
 * Returns a function that hashes who an e-mail address belongs to. A replaced session key still finds those who were hashed
 * with it, as long as it verifies.
 */
export function createPersonHasher([newest, ...older]: readonly SessionKey[]): PersonHasher {
  const first = createEmailHasher(newest ? [newest] : [])
  const others = older.map((key) => createEmailHasher([key]))
  return (email) => {
    // A purpose of its own: the hashes of other tables cannot be matched with these.
    const person = `trial of ${mailboxOf(email)}`
    return [first(person), ...others.map((hash) => hash(person))]
  }
}

const GMAIL = ['gmail.com', 'googlemail.com']

/** The address in one form for all ways of writing it that reach the same mailbox. */
export function mailboxOf(email: string): string {
  const normal = normalizeEmail(email)
  const at = normal.lastIndexOf('@')
  const domain = normal.slice(at + 1)
  const [user = ''] = normal.slice(0, at).split('+')
  return GMAIL.includes(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`
}

import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'

export type SecurityContact = { email: string; publicUrl: string }

const PATH = '/.well-known/security.txt'
/** Readers drop what they have read by then, and read again: the contact may have changed. */
const VALID_FOR_MS = 90 * 24 * 3_600_000

/** `GET /.well-known/security.txt` (RFC 9116): whom to tell about a weakness; not found where the operator has published no address. */
export function serveSecurityTxt(app: FastifyInstance, clock: Clock, contact: SecurityContact | null) {
  if (contact === null) return
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const lines = {
      Contact: `mailto:${encodeURI(contact.email)}`,
      Expires: new Date(clock.now() + VALID_FOR_MS).toISOString(),
      'Preferred-Languages': 'en',
      Canonical: new URL(PATH, contact.publicUrl).href,
    }
    reply.type('text/plain; charset=utf-8')
    return `${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}\n`
  })
}

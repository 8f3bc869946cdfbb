import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose (HKDF, RFC 5869): whoever has it learns neither the given key nor those of others. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `bidwell ${purpose}`, 32))

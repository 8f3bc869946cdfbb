import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { deriveKey, type SessionKey } from '../../platform/derived-keys/derive-key.ts'

/** The kind of the delivery that carries a code. */
export const CODE_KIND = 'sms_code'
export const CodeContent = z.object({ code: z.string() })

/** What the row of a phone number keeps while a code is on its way. */
export const PhoneSettings = z.object({
  code: z.optional(
    z.object({
      hash: z.string(),
      /** Epoch ms. */
      until: z.number(),
      triesLeft: z.number(),
    }),
  ),
})

export type CodeHasher = (use: { code: string; destinationId: number; sessionId: string }) => string

/** Hashes a code for the destination and the session that asked for it: the database alone does not show it. */
export function createCodeHasher([newest]: readonly SessionKey[]): CodeHasher {
  const key = deriveKey(newest?.key ?? Buffer.alloc(0), 'codes of phone numbers')
  return ({ code, destinationId, sessionId }) =>
    createHmac('sha256', key).update(`${destinationId} ${sessionId} ${code}`).digest('base64url')
}

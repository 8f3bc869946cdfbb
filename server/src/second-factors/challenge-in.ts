import * as z from 'zod/mini'

const ClientData = z.object({ challenge: z.string() })

/**
 * The challenge that a passkey's answer says it has signed, from its `clientDataJSON`; an empty text when it says none.
 * The signature has to be checked afterwards.
 */
export function challengeIn(clientDataJSON: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge
  } catch {
    return ''
  }
}

import * as z from 'zod/mini'
import { EmailInput, isEmail, normalizeEmail } from './identity/account.ts'
import * as account from './messages/account/account.ts'
import * as contact from './messages/account/contact.ts'
import * as generic from './messages/generic.ts'

export const CONTACT = { maxMessageLength: 4_000 } as const

/** A message to the operator. `email` is where the answer goes. */
export const ContactMessage = z.strictObject({
  email: EmailInput,
  message: z.string().check(z.maxLength(CONTACT.maxMessageLength * 2)),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** Each invalid field of a message, with the sentence for it. Form and server share it. */
export function contactFaults({ email, message }: ContactMessage): { path: keyof ContactMessage; message: string }[] {
  const length = message.trim().length
  return [
    ...(isEmail(normalizeEmail(email)) ? [] : [{ path: 'email' as const, message: account.emailInvalid }]),
    ...(length === 0 ? [{ path: 'message' as const, message: generic.fieldRequired('Message') }] : []),
    ...(length > CONTACT.maxMessageLength ? [{ path: 'message' as const, message: contact.tooLong }] : []),
  ]
}

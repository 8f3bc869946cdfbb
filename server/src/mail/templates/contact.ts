import * as z from 'zod/mini'
import { facts, template, text } from '../template.ts'

/** A message of a visitor or user to the operator. `senderAccountId` is null unless the sender was signed in. */
const contactMessage = template(
  'contact-message',
  { from: z.string(), message: z.string(), senderAccountId: z.nullable(z.int()) },
  ({ from, message, senderAccountId }) => ({
    subject: `A message from ${from}`,
    paragraphs: [
      ...message
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(text),
      facts(
        ['An answer goes to', from],
        ['Signed in', senderAccountId === null ? 'no: anybody can type this address' : `as account ${senderAccountId}`],
      ),
    ],
    replyTo: from,
  }),
)

export const CONTACT_TEMPLATES = [contactMessage] as const

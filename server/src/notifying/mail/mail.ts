import * as z from 'zod/mini'
import { facts, type Letter, link, type MailOf, template, text } from './template.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const token = z.string()
const query = (value: string) => new URLSearchParams({ token: value }).toString()
const NOT_YOU = text('If it was not you, ignore this mail: nothing changes.')

/** Whether somebody has verified the address before. */
const isVerified = z.optional(z.boolean())

/** What a mail says that tells no notification: links, which hold a secret, and what goes to somebody without an account. */
const TEMPLATES = [
  /** `code` is absent in mails to a verified address. */
  template('verify-email', { token, isVerified, code: z.optional(z.string()) }, (values) => ({
    subject: 'Verify your email address',
    paragraphs: [
      text(
        values.isVerified === true
          ? 'A mail to this address was refused, so no alerts go there. Please confirm that mails arrive again.'
          : 'Somebody, hopefully you, registered this address at Bidwell. Please confirm that it is yours.',
      ),
      link('Verify this address', `/verify-email?${query(values.token)}`),
      ...(values.code === undefined
        ? [text('The link works once, within 24 hours.')]
        : [
            text(`Or type this code in the browser in which you registered: ${values.code}`),
            text(
              'Both work once, within 24 hours. In any browser but the one in which you registered, the link asks for a new password.',
            ),
          ]),
      NOT_YOU,
    ],
  })),
  template('reset-password', { token, isVerified }, (values) => ({
    subject: 'Reset your Bidwell password',
    paragraphs: [
      text('Somebody, hopefully you, asked for a new password for the Bidwell account with this address.'),
      link('Choose a new password', `/reset-password?${query(values.token)}`),
      text(
        values.isVerified === false
          ? 'The link works once, within one hour. The address was not verified so far, so a site login and scheduled bids ' +
              'stay only if you open the link in a browser in which you have been signed in.'
          : 'The link works once, within one hour. Your scheduled bids stay as they are.',
      ),
      NOT_YOU,
    ],
  })),
  template('confirm-new-email', { token, oldEmail: z.string() }, (values) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      text(
        `The Bidwell account of ${values.oldEmail} is to be moved to this address. Please confirm that it is yours.`,
      ),
      link('Use this address', `/verify-email?${query(values.token)}`),
      text(
        'The link works once, within 24 hours, in the browser in which you asked for it. Until then the account keeps its ' +
          'present address.',
      ),
      NOT_YOU,
    ],
  })),
  /** To the address that the account had before. The link sets a new password and puts this address back. */
  template('email-moved', { token, newEmail: z.string() }, (values) => ({
    subject: 'Your Bidwell account has another email address now',
    paragraphs: [
      text(`Your Bidwell account was moved to ${values.newEmail}. Your scheduled bids stay as they are.`),
      text(
        'If it was not you, take the account back within seven days: choose a new password, and your account returns to this ' +
          'address. Everybody else is signed out.',
      ),
      link('Take the account back', `/reset-password?${query(values.token)}`),
    ],
  })),
  /** To the address that the account loses when it is taken back. */
  template('email-returned', { email: z.string() }, ({ email }) => ({
    subject: 'Your Bidwell account has its earlier email address again',
    paragraphs: [
      text(`The link that we had sent to ${email} was used: it took the account back, with a new password.`),
      text('If you did not expect it, somebody else reads the mail of that address.'),
    ],
  })),
  /** The last mail. */
  template('account-deleted', { at: z.int() }, ({ at }) => ({
    subject: 'Your Bidwell account is deleted',
    paragraphs: [
      text(
        `Your account and what was stored about you was deleted on ${DAY.format(at)}. A record of your bids stays, without your name, ` +
          'as proof of what was sent to the site.',
      ),
    ],
  })),
  /** Of a visitor or user to the operator. `senderAccountId` is null unless the sender was signed in. */
  template(
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
          [
            'Signed in',
            senderAccountId === null ? 'no: anybody can type this address' : `as account ${senderAccountId}`,
          ],
        ),
      ],
      replyTo: from,
    }),
  ),
] as const

export const MAIL_KINDS: readonly string[] = TEMPLATES.map(({ kind }) => kind)

/** A mail to send: its kind with the values of that kind, the address, and the account that it is about. */
export type Mail = MailOf<(typeof TEMPLATES)[number]> & {
  to: string
  /** Null for a mail that must outlive its account. The others are deleted with it. */
  accountId: number | null
}

/** The letter of a mail from the outbox. Throws for a kind that does not exist, and for values that the kind does not have. */
export function composeMail(kind: string, values: unknown): Letter {
  const known = TEMPLATES.find((each) => each.kind === kind)
  if (!known) throw new Error(`No template of mail is called ${kind}`)
  return known.compose(values)
}

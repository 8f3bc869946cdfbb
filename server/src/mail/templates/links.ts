import * as z from 'zod/mini'
import { link, template, text } from '../template.ts'

const token = z.string()
const query = (value: string) => new URLSearchParams({ token: value }).toString()
const NOT_YOU = 'If it was not you, ignore this mail: nothing changes.'

/** Whether somebody has verified the address before. */
const isVerified = z.optional(z.boolean())

/** Absent in mails to a verified address. */
const code = z.optional(z.string())

const verifyEmail = template('verify-email', { token, isVerified, code }, (values) => ({
  subject: 'Verify your email address',
  paragraphs: [
    text(
      values.isVerified === true
        ? 'A mail to this address was refused, so no alerts go there. Please confirm that mails arrive again.'
        : 'Somebody, hopefully you, registered this address at Bidwell. Please confirm that it is yours.',
    ),
    link('Verify this address', `/verify-email?${query(values.token)}`),
    ...(values.code === undefined
      ? []
      : [text(`Or type this code in the browser in which you registered: ${values.code}`)]),
    text(
      values.code === undefined
        ? 'The link works once, within 24 hours.'
        : 'Both work once, within 24 hours. In any browser but the one in which you registered, the link asks for a new password.',
    ),
    text(NOT_YOU),
  ],
}))

const resetPassword = template('reset-password', { token, isVerified }, (values) => ({
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
    text(NOT_YOU),
  ],
}))

const confirmNewEmail = template('confirm-new-email', { token, oldEmail: z.string() }, ({ token, oldEmail }) => ({
  subject: 'Confirm your new email address',
  paragraphs: [
    text(`The Bidwell account of ${oldEmail} is to be moved to this address. Please confirm that it is yours.`),
    link('Use this address', `/verify-email?${query(token)}`),
    text(
      'The link works once, within 24 hours, in the browser in which you asked for it. Until then the account keeps its ' +
        'present address.',
    ),
    text(NOT_YOU),
  ],
}))

export const LINK_TEMPLATES = [verifyEmail, resetPassword, confirmNewEmail] as const

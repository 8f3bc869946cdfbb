import * as z from 'zod/mini'
import { link, text } from '../letter.ts'
import { template } from '../template.ts'

const token = z.string()
const query = (value: string) => new URLSearchParams({ token: value }).toString()
const NOT_YOU = 'If it was not you, ignore this mail: nothing changes.'

const verifyEmail = template('verify-email', { token }, ({ token }) => ({
  subject: 'Verify your email address',
  paragraphs: [
    text('Somebody, hopefully you, registered this address at Bidwell. Please confirm that it is yours.'),
    link('Verify this address', `/verify-email?${query(token)}`),
    text('The link works once, within 24 hours.'),
    text(NOT_YOU),
  ],
}))

const resetPassword = template('reset-password', { token }, ({ token }) => ({
  subject: 'Reset your Bidwell password',
  paragraphs: [
    text('Somebody, hopefully you, asked for a new password for the Bidwell account with this address.'),
    link('Choose a new password', `/reset-password?${query(token)}`),
    text('The link works once, within one hour. Your scheduled bids stay as they are.'),
    text(NOT_YOU),
  ],
}))

const confirmNewEmail = template('confirm-new-email', { token, oldEmail: z.string() }, ({ token, oldEmail }) => ({
  subject: 'Confirm your new email address',
  paragraphs: [
    text(`The Bidwell account of ${oldEmail} is to be moved to this address. Please confirm that it is yours.`),
    link('Use this address', `/verify-email?${query(token)}`),
    text('The link works once, within 24 hours. Until then the account keeps its present address.'),
    text(NOT_YOU),
  ],
}))

export const LINK_TEMPLATES = [verifyEmail, resetPassword, confirmNewEmail] as const

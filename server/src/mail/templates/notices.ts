import { messages, TokenScope } from '@bidwell/contract'
import * as z from 'zod/mini'
import { facts, type Letter, link, template, text } from '../template.ts'

/** When it happened, epoch ms, and from which IP address; null where that is not known. */
export const when = { at: z.int(), ipAddress: z.nullable(z.string()) }
type When = { at: number; ipAddress: string | null }

const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
export const instant = (at: number) => `${FORMAT.format(at)} UTC`
const circumstances = ({ at, ipAddress }: When): [string, string][] => [
  ['When', instant(at)],
  ...(ipAddress === null ? [] : [['From', ipAddress] satisfies [string, string]]),
]

const BIDS_STAY = 'Your scheduled bids stay as they are.'
const NOT_YOU = text('If it was not you, somebody else can act in your name: choose a new password now.')
const RESET = link('Choose a new password', '/?auth=forgotPassword')

/** A notice of a change: what happened, when and from where, and what to do if it was somebody else. */
export const notice = (subject: string, what: string, values: When, ...details: [string, string][]): Letter => ({
  subject,
  paragraphs: [text(what), facts(...details, ...circumstances(values)), NOT_YOU, RESET],
})

/** `wasUnproven`: nobody had verified the address before, so that a stranger may have registered it. */
const passwordChanged = template('password-changed', { ...when, wasUnproven: z.optional(z.boolean()) }, (values) =>
  notice(
    'Your Bidwell password was changed',
    'The password of your Bidwell account was changed, and every other session was signed out. ' +
      (values.wasUnproven === true
        ? 'Your address had not been verified before: a site login and scheduled bids that were added in another browser are removed.'
        : BIDS_STAY),
    values,
  ),
)

/** To the present address, when a change is asked for. */
const emailChangeRequested = template('email-change-requested', { ...when, newEmail: z.string() }, (values) =>
  notice(
    'Your Bidwell account is to get another email address',
    'Somebody who proved to be you asked for it. Nothing changes until the new address is confirmed.',
    values,
    ['New address', values.newEmail],
  ),
)

/** To the address that the account had before. The link sets a new password and puts this address back. */
const emailChanged = template('email-changed', { ...when, newEmail: z.string(), token: z.string() }, (values) => ({
  subject: 'Your Bidwell account has another email address now',
  paragraphs: [
    text(`Your Bidwell account was moved to another address. ${BIDS_STAY}`),
    facts(['New address', values.newEmail], ...circumstances(values)),
    text(
      'If it was not you, take the account back: choose a new password, and your account returns to this address. ' +
        'Everybody else is signed out.',
    ),
    link('Take the account back', `/reset-password?${new URLSearchParams({ token: values.token }).toString()}`),
    text('The link works once, within seven days.'),
  ],
}))

/** To the new address of the account. */
const emailConfirmed = template('email-confirmed', { ...when, oldEmail: z.string() }, (values) =>
  notice('This is your Bidwell address now', 'Your Bidwell account was moved to this address.', values, [
    'Address before',
    values.oldEmail,
  ]),
)

/** To the address that the account loses when it is taken back. */
const emailRestored = template('email-restored', { ...when, email: z.string() }, (values) => ({
  subject: 'Your Bidwell account has its earlier email address again',
  paragraphs: [
    text('The link that we had sent to the earlier address was used: it took the account back, with a new password.'),
    facts(['Address', values.email], ...circumstances(values)),
    text('If you did not expect it, somebody else reads the mail of the earlier address.'),
  ],
}))

const siteLoginChanged = template(
  'site-login-changed',
  { ...when, site: z.string(), change: z.enum(['connected', 'replaced', 'removed']) },
  (values) =>
    notice(
      `Your ${values.site} login was ${values.change}`,
      `The ${values.site} login that Bidwell bids with was ${values.change}.`,
      values,
    ),
)

const secondFactorChanged = template(
  'second-factor-changed',
  {
    ...when,
    change: z.enum(['codes-on', 'codes-off', 'passkey-added', 'passkey-removed', 'recovery-codes-renewed']),
    /** The change ended the other sessions. */
    othersEnded: z.boolean(),
  },
  (values) => {
    const what = {
      'codes-on': 'Signing in now asks for a code from your authenticator app',
      'codes-off': 'Signing in no longer asks for a code from your authenticator app',
      'passkey-added': 'A passkey was added to your Bidwell account',
      'passkey-removed': 'A passkey was removed from your Bidwell account',
      'recovery-codes-renewed': 'New recovery codes replaced the earlier ones of your Bidwell account',
    }[values.change]
    return notice(
      what,
      values.othersEnded ? `${what}. Every other session was signed out. ${BIDS_STAY}` : `${what}.`,
      values,
    )
  },
)

const recoveryCodeUsed = template('recovery-code-used', { ...when, left: z.int() }, (values) =>
  notice('A recovery code was used to sign in', 'A recovery code of your Bidwell account was used.', values, [
    'Codes left',
    String(values.left),
  ]),
)

/** After the fifth wrong code of the authenticator app in a row. */
const wrongCodes = template('wrong-codes', when, (values) =>
  notice(
    'Wrong codes at your Bidwell account',
    'Somebody who knows your password, or who sits at a browser where you are signed in, typed five wrong codes in a row. ' +
      'Codes of your authenticator app have to wait for a while; recovery codes and passkeys go on working.',
    values,
  ),
)

/** A passkey counted backwards. */
const passkeyCopied = template('passkey-copied', when, (values) =>
  notice(
    'A passkey of your Bidwell account may have been copied',
    'A passkey was refused because it had been used more often before, as is the case with a copy. Remove it in the ' +
      'settings, and make a new one.',
    values,
  ),
)

/** `device` is words such as "Firefox on Windows". */
const newSignIn = template('new-sign-in', { ...when, device: z.string() }, (values) =>
  notice('New sign-in to Bidwell', 'Somebody signed in to your Bidwell account from a new device.', values, [
    'Device',
    values.device,
  ]),
)

/** The account had a password before, and now a Google account with the same address signs in too. */
const googleLinked = template('google-linked', when, (values) =>
  notice(
    'Your Google account signs in to Bidwell now',
    'The Google account with this address was used, so it signs in to your Bidwell account from now on.',
    values,
  ),
)

/** An old token was used again: somebody has a copy. */
const sessionCopied = template('session-copied', when, (values) =>
  notice(
    'A Bidwell session was signed out',
    'A session of your account was used from two places, which means that somebody may have copied it. It was signed out.',
    values,
  ),
)

const TOKENS = '/settings?tab=security'

const apiTokenMade = template('api-token-made', { ...when, name: z.string(), scope: TokenScope }, (values) => ({
  subject: 'A token for a program was made in your Bidwell account',
  paragraphs: [
    text('With this token, a program can call Bidwell for you until the token expires or you revoke it.'),
    facts(['Name', values.name], ['It may', messages.apiToken.scopes[values.scope].label], ...circumstances(values)),
    text('If it was not you, choose a new password now: that ends all tokens.'),
    RESET,
  ],
}))

/** A week before the end. */
const apiTokenExpires = template('api-token-expires', { name: z.string(), expiresAt: z.int() }, (values) => ({
  subject: `Your Bidwell token ${values.name} expires soon`,
  paragraphs: [
    text('From then on, the program that uses it is refused. Make another token if you still need it.'),
    facts(['Name', values.name], ['Expires', instant(values.expiresAt)]),
    link('Open your tokens', TOKENS),
  ],
}))

export const NOTICE_TEMPLATES = [
  passwordChanged,
  emailChangeRequested,
  emailChanged,
  emailConfirmed,
  emailRestored,
  siteLoginChanged,
  secondFactorChanged,
  recoveryCodeUsed,
  wrongCodes,
  passkeyCopied,
  newSignIn,
  googleLinked,
  sessionCopied,
  apiTokenMade,
  apiTokenExpires,
] as const

import * as z from 'zod/mini'
import { TokenScope } from '../../endpoint.ts'
import * as apiToken from '../../messages/account/api-token.ts'
import { kind, say } from './kind.ts'

const SECURITY = {
  group: 'account',
  class: 'account',
  path: '/settings?tab=security',
  button: 'See your security',
} as const
const NOT_YOU = { ...SECURITY, tone: 'info', maybeNotYou: true } as const
/** From which IP address it was done; null where that is not known. */
const from = { ipAddress: z.nullable(z.string()) }
const TOKENS = { ...SECURITY, button: 'Open your tokens' } as const
const BY_OPERATOR = { ...SECURITY, path: '/dashboard', button: 'See your auctions' } as const
const SITE_LOGIN = { path: '/settings?tab=credentials', button: 'Connect again' } as const

const OTHERS_OUT = 'Every other session was signed out. Your scheduled bids stay as they are.'
const CHANGES_OF_FACTORS = {
  'codes-on': 'Signing in now asks for a code from your authenticator app',
  'codes-off': 'Signing in no longer asks for a code from your authenticator app',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'recovery-codes-renewed': 'New recovery codes replaced the earlier ones',
} as const
const CHANGE_OF_FACTORS = z.enum([
  'codes-on',
  'codes-off',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
])

/** The kinds of notification about who signs in to the account, and about its end. Each goes to its address by mail, and nobody can turn that off. */
export const SECURITY_KINDS = {
  /** `device` is words such as "Firefox on Windows". */
  new_sign_in: kind({ ...NOT_YOU }, { ...from, device: z.string() }, ({ device }) =>
    say('New sign-in', `Somebody signed in to your account with ${device}.`),
  ),
  /** `wasUnproven`: nobody had verified the address before, so that a stranger may have registered it. */
  password_changed: kind({ ...NOT_YOU }, { ...from, wasUnproven: z.boolean() }, ({ wasUnproven }) =>
    say(
      'Your password was changed',
      wasUnproven
        ? 'Every other session was signed out. Your address had not been verified before: a site login and scheduled bids that were added in another browser are removed.'
        : OTHERS_OUT,
    ),
  ),
  email_change_asked: kind({ ...NOT_YOU }, { ...from, newEmail: z.string() }, ({ newEmail }) =>
    say(
      'Your account is to get another email address',
      `Somebody who proved to be you asked for ${newEmail}. Nothing changes until that address is confirmed.`,
    ),
  ),
  site_login_changed: kind(
    { ...NOT_YOU },
    { ...from, change: z.enum(['connected', 'replaced', 'removed']) },
    ({ change }, { site }) =>
      say(`Your ${site} login was ${change}`, `The ${site} login that Bidwell bids with was ${change}.`),
  ),
  /** `othersEnded`: the change ended the other sessions. */
  second_factor_changed: kind(
    { ...NOT_YOU },
    { ...from, change: CHANGE_OF_FACTORS, othersEnded: z.boolean() },
    ({ change, othersEnded }) => say(CHANGES_OF_FACTORS[change], othersEnded ? OTHERS_OUT : ''),
  ),
  recovery_code_used: kind({ ...NOT_YOU }, { ...from, left: z.int() }, ({ left }) =>
    say('A recovery code was used to sign in', `Codes left: ${left}.`),
  ),
  /** After the fifth wrong code of the authenticator app in a row. */
  wrong_codes: kind({ ...NOT_YOU, tone: 'warning' }, from, () =>
    say(
      'Five wrong codes in a row',
      'Somebody who knows your password, or who sits at a browser where you are signed in, typed them. Codes of your authenticator app have to wait for a while; recovery codes and passkeys go on working.',
    ),
  ),
  /** A passkey counted backwards. */
  passkey_copied: kind({ ...NOT_YOU, tone: 'warning' }, from, () =>
    say(
      'A passkey may have been copied',
      'It was refused because it had been used more often before, as is the case with a copy. Remove it in the settings, and make a new one.',
    ),
  ),
  /** The account had a password before, and now a Google account with the same address signs in too. */
  google_linked: kind({ ...NOT_YOU }, from, () =>
    say(
      'Your Google account signs in now',
      'The Google account with this address was used, so it signs in to your account from now on.',
    ),
  ),
  /** An old token was used again: somebody has a copy. */
  session_copied: kind({ ...NOT_YOU, tone: 'warning' }, from, () =>
    say('A session was signed out', 'It was used from two places, which means that somebody may have copied it.'),
  ),
  api_token_made: kind({ ...NOT_YOU }, { ...from, name: z.string(), scope: TokenScope }, ({ name, scope }) =>
    say(
      'A token for a program was made',
      `Its name is “${name}”. With it a program can call Bidwell for you: ${apiToken.scopes[scope].label}. A new password ends all tokens.`,
    ),
  ),
  /** A week before the end. */
  api_token_expires: kind(
    { ...TOKENS, tone: 'warning' },
    { name: z.string(), expiresAt: z.int() },
    ({ name, expiresAt }, { time }) =>
      say(
        `The token “${name}” expires soon`,
        `From ${time(expiresAt)} on, the program that uses it is refused. Make another token by then if you still need it.`,
      ),
  ),
  data_exported: kind({ ...NOT_YOU }, from, () =>
    say(
      'Your data was downloaded',
      'Somebody who proved to be you downloaded a file with everything that Bidwell stores about you. It contains no password and no site login.',
    ),
  ),

  /** `reason` is the operator's; null when the owner asked. */
  deletion_requested: kind(
    { ...SECURITY, tone: 'warning', path: '/settings?tab=privacy', button: 'Sign in' },
    { dueAt: z.int(), reason: z.nullable(z.string()) },
    ({ dueAt, reason }, { time }) =>
      say(
        'Your account is being deleted',
        `${
          reason === null
            ? 'Somebody who proved to be you asked for it.'
            : `The operator of this installation asked for it: ${reason}`
        } Your site login is deleted, you are signed out everywhere, and your pending bids are cancelled; a bid already on its way is still sent, and what you have won stays yours to pay. Everything else is deleted on ${time(dueAt)}. ${
          reason === null
            ? 'Until then, signing in keeps the account.'
            : 'Until then you can sign in to download your data; only the operator can keep the account.'
        }`,
      ),
  ),
  deletion_cancelled: kind({ ...NOT_YOU, ...SITE_LOGIN }, from, (_values, { site }) =>
    say('Your account is kept', `Signing in cancelled its deletion. Connect your ${site} login again before you bid.`),
  ),
  /** The operator has cancelled the deletion. */
  account_kept: kind({ ...SECURITY, ...SITE_LOGIN, tone: 'info' }, {}, (_values, { site }) =>
    say(
      'Your account is kept',
      `The operator of this installation cancelled its deletion. Cancelled bids and the site login do not come back: connect your ${site} login again before you bid.`,
    ),
  ),
  /** Nobody signs in until the operator lifts that. */
  account_suspended: kind({ ...BY_OPERATOR, tone: 'danger' }, { reason: z.string() }, ({ reason }) =>
    say(
      'Your account is suspended',
      `The operator of this installation suspended it: ${reason} You are signed out everywhere, nobody can sign in, and your bidding is paused. A bid already on its way is still sent, and what you have won stays yours to pay.`,
    ),
  ),
  account_reinstated: kind({ ...BY_OPERATOR, tone: 'info' }, {}, () =>
    say(
      'Your account is open again',
      'The operator of this installation lifted the suspension: you can sign in again. Your bidding stays paused until you resume it.',
    ),
  ),
} as const

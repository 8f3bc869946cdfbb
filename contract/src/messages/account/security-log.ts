import { formatCents } from '../../money.ts'
import { actionText } from '../admin.ts'

type Outcome = 'ok' | 'failed' | 'refused'
type Detail = Readonly<Record<string, string | number | boolean | null>>
type Text = string | { readonly ok: string; readonly otherwise: string } | ((detail: Detail) => string)

/** What a program has done with a token, by the endpoint. */
const DEEDS: Readonly<Record<string, (detail: Detail) => string>> = {
  'POST /bids': ({ max_cents, asked }) => `bid of up to ${amount(max_cents)} ${asked ? 'asked for' : 'scheduled'}`,
  'PATCH /bids/:id': ({ max_cents, asked }) => {
    if (asked) return `maximum of ${amount(max_cents)} for a bid asked for`
    return typeof max_cents === 'number' ? `maximum of a bid changed to ${amount(max_cents)}` : 'lead of a bid changed'
  },
  'DELETE /bids/:id': () => 'bid cancelled',
  'POST /auctions': () => 'auction tracked',
  'DELETE /auctions/:id': () => 'auction removed',
  'PUT /auctions/:id/note': () => 'note of an auction changed',
  'POST /auctions/labels': () => 'labels of auctions changed',
  'POST /auctions/:id/restore': () => 'auction tracked again',
}

const amount = (cents: unknown) => (typeof cents === 'number' ? formatCents(cents) : 'none')

const fromTo = ({ from_cents, to_cents }: Detail) => `from ${amount(from_cents)} to ${amount(to_cents)}`

const askedFor = ({ token, max_cents }: Detail) =>
  `up to ${amount(max_cents)}, for which API token “${String(token)}” asked`

const PLACES: Readonly<Record<string, string>> = { sms: 'a phone number', webhook: 'a webhook', push: 'a browser' }
const placeOf = (channel: unknown) => PLACES[String(channel)] ?? 'a place'

/** Every kind of event in the security log, and what happened in a few words. */
const TEXTS = {
  registered: { ok: 'Account opened', otherwise: 'Somebody tried to open another account with this address' },
  signed_in: { ok: 'Signed in', otherwise: 'Sign-in failed' },
  account_locked: 'Sign-in paused after wrong passwords',
  proved_identity: { ok: 'Identity confirmed', otherwise: 'Identity not confirmed' },
  signed_out: 'Signed out',
  session_revoked: 'Session ended from another one',
  token_reused: 'Session ended: its token was used twice',
  password_changed: 'Password changed',
  password_reset_requested: 'Password reset link requested',
  password_reset: 'Password reset',
  verification_requested: 'Verification link requested',
  email_verified: 'Email address verified',
  email_change_requested: 'Another email address requested',
  email_changed: 'Email address changed',
  second_factor_added: 'Authenticator app turned on',
  second_factor_removed: 'Authenticator app turned off',
  recovery_code_used: 'Recovery code used',
  recovery_codes_renewed: 'New recovery codes made',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  google_linked: 'Google account linked',
  google_unlinked: 'Google account unlinked',
  site_login_stored: 'Site login stored',
  site_login_removed: 'Site login removed',
  day_limit_changed: (detail) => `Day limit changed ${fromTo(detail)}`,
  week_limit_changed: (detail) => `Week limit changed ${fromTo(detail)}`,
  month_limit_changed: (detail) => `Month limit changed ${fromTo(detail)}`,
  destination_added: ({ channel }) => `Added for alerts: ${placeOf(channel)}`,
  destination_removed: ({ channel }) => `Removed from alerts: ${placeOf(channel)}`,
  calendar_started: 'Address for calendar programs made',
  calendar_ended: 'Address for calendar programs ended',
  api_token_made: ({ token }) => `API token “${String(token)}” made`,
  api_token_revoked: ({ token }) => `API token “${String(token)}” revoked`,
  api_tokens_ended: ({ tokens }) => `API tokens ended: ${String(tokens)}`,
  api_token_used: ({ token, call, ...detail }) =>
    `By API token “${String(token)}”: ${DEEDS[String(call)]?.(detail) ?? String(call)}`,
  bid_request_scheduled: (detail) => `Bid scheduled: ${askedFor(detail)}`,
  bid_request_refused: (detail) => `Bid refused: ${askedFor(detail)}`,
  bid_request_ended: (detail) => `Not answered in time: ${askedFor(detail)}`,
  data_exported: ({ by }) => (by === 'operator' ? 'Data exported by the operator' : 'Data exported'),
  appointed: 'Made an administrator of this installation',
  deletion_requested: ({ by }) =>
    by === 'operator' ? 'Deletion of the account requested by the operator' : 'Deletion of the account requested',
  deletion_cancelled: 'Deletion of the account cancelled',
  account_deleted: 'Account deleted',
  suspended_by_operator: 'Account suspended by the operator',
  reinstated_by_operator: 'Suspension lifted by the operator',
  signed_out_by_operator: 'Signed out by the operator',
  administered: ({ action }) => `As administrator: ${actionText(String(action))}`,
} as const satisfies Record<string, Text>

export type SecurityEventKind = keyof typeof TEXTS
const TEXT_OF: Readonly<Record<string, Text>> = TEXTS

/** An event of the security log in a few words. An event of another version of Bidwell may have a kind that is not known. */
export function eventText(kind: string, outcome: Outcome, detail: Detail): string {
  const text = TEXT_OF[kind] ?? kind.replaceAll('_', ' ')
  if (typeof text === 'string') return text
  if (typeof text === 'function') return text(detail)
  return outcome === 'ok' ? text.ok : text.otherwise
}

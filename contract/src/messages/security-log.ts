type Outcome = 'ok' | 'failed' | 'refused'
type Detail = Readonly<Record<string, string | number | boolean | null>>

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const amount = (cents: unknown) => (typeof cents === 'number' ? DOLLARS.format(cents / 100) : 'none')

/** What happened, by the kind of the event. A pair is for `ok` and for the other outcomes. */
const TEXTS: Readonly<Record<string, string | readonly [ok: string, otherwise: string]>> = {
  registered: 'Account opened',
  signed_in: ['Signed in', 'Sign-in failed'],
  account_locked: 'Sign-in paused after wrong passwords',
  logins_limited: 'Sign-in refused: too many attempts',
  proved_identity: ['Identity confirmed', 'Identity not confirmed'],
  signed_out: 'Signed out',
  session_revoked: 'Session ended from another one',
  token_reused: 'Session ended: its token was used twice',
  password_changed: 'Password changed',
  password_reset_requested: ['Password reset link requested', 'Password reset link refused'],
  password_reset: ['Password reset', 'Password reset refused'],
  verification_requested: ['Verification link requested', 'Verification link refused'],
  email_verified: 'Email address verified',
  email_change_requested: 'Another email address requested',
  email_changed: 'Email address changed',
  second_factor_added: 'Authenticator app turned on',
  second_factor_removed: 'Authenticator app turned off',
  recovery_code_used: ['Recovery code used', 'Recovery code refused'],
  recovery_codes_renewed: 'New recovery codes made',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  google_linked: 'Google account linked',
  google_unlinked: 'Google account unlinked',
  site_login_stored: 'Site login stored',
  site_login_removed: 'Site login removed',
  data_exported: 'Data exported',
  deletion_requested: 'Deletion of the account requested',
  deletion_cancelled: 'Deletion of the account cancelled by signing in',
  account_deleted: 'Account deleted',
}

/** An event of the security log in a few words. */
export function eventText(kind: string, outcome: Outcome, detail: Detail): string {
  if (kind === 'day_limit_changed') {
    return `Day limit changed from ${amount(detail.from_cents)} to ${amount(detail.to_cents)}`
  }
  if (kind === 'deletion_requested' && detail.by === 'operator')
    return 'Deletion of the account requested by the operator'
  const text = TEXTS[kind] ?? kind.replaceAll('_', ' ')
  if (typeof text !== 'string') return text[outcome === 'ok' ? 0 : 1]
  return outcome === 'ok' ? text : `${text} (${outcome})`
}

import { api, type ConnectionStatus, type Profile } from '@bidwell/contract'
import type { Answers } from './answers.ts'

export const PROFILE: Profile = {
  id: 1,
  email: 'ann@example.com',
  email_verified: true,
  auth_provider: 'password',
  subscription_tier: 'unlimited',
  is_admin: false,
  default_seconds_before_end: 5,
  day_limit: null,
  week_limit: null,
  month_limit: null,
  shipping_zip: null,
  tax_percent: 0,
  tax_on: 'bid',
  quote_margin_percent: 0,
  phone_number: null,
  sms_opt_in: false,
  created_at: '2026-10-01T12:00:00.000Z',
}

export const CONNECTED: ConnectionStatus = {
  hasCredentials: true,
  username: 'a**n',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: '2026-10-01T12:05:00.000Z',
  refused: false,
  problem: null,
  shared: false,
}

/** A user with a working login at the site, who has done nothing yet. A changed profile stays changed. */
export function answerAccount(answers: Answers): void {
  const profile = { ...PROFILE }
  answers
    .to(api.readProfile, () => ({ data: profile, subscription_tier: profile.subscription_tier }))
    .to(api.changeProfile, ({ body }) => {
      Object.assign(profile, body)
      return { data: profile }
    })
    .to(api.readCredentialsStatus, () => ({ data: CONNECTED }))
    .to(api.readSetupStatus, () => ({ data: {}, status: { should_show_guided_tour: false } }))
    .to(api.countUnread, () => ({ data: { unread: 0 } }))
    .to(api.readPause, () => ({ data: { pause: { own: null, operator: null } } }))
}

import type { MetricName } from '@bidwell/contract'

export const EVENT_NAMES: Readonly<Record<string, string>> = {
  user_registered: 'Registrations',
  user_login: 'Sign-ins',
  user_logout: 'Sign-outs',
  trial_started: 'Trials begun',
  trial_expired: 'Trials ended',
  subscription_created: 'Subscriptions',
  auction_added: 'Auctions added',
  bid_scheduled: 'Bids scheduled',
}

export const FAILURE_NAMES: Readonly<Record<string, string>> = {
  invalid_credentials: 'Wrong email or password',
  account_locked: 'Locked after wrong passwords',
  network_error: 'Network errors',
  unknown: 'Other failures',
  password_reset: 'Went on by a password reset',
  google_oauth: 'Went on by Google',
  contact_support: 'Went on to support',
  resolved: 'Signed in afterwards',
  abandoned: 'Gave up',
}

/** A kind of another version of Bidwell may not be known. */
export const nameOf = (names: Readonly<Record<string, string>>, kind: string): string =>
  names[kind] ?? kind.replaceAll('_', ' ')

const inMs = (value: number) => `${Math.round(value)} ms`
const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const inSeconds = (value: number) => `${seconds.format(value / 1_000)} s`
const share = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export const METRICS: Readonly<Record<MetricName, { name: string; format: (value: number) => string }>> = {
  LCP: { name: 'Largest paint', format: inSeconds },
  FCP: { name: 'First paint', format: inSeconds },
  INP: { name: 'Slowest interaction', format: inMs },
  FID: { name: 'First input delay', format: inMs },
  CLS: { name: 'Layout shift', format: (value) => share.format(value) },
  TTFB: { name: 'First byte', format: inMs },
  LOAD_TIME: { name: 'Loaded', format: inSeconds },
  DOM_CONTENT_LOADED: { name: 'Document ready', format: inSeconds },
  TIME_TO_INTERACTIVE: { name: 'Interactive', format: inSeconds },
}

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** `Nov 20` of `2026-11-20`. */
export const shortDay = (day: string): string => DAY.format(Date.parse(`${day}T00:00:00Z`))

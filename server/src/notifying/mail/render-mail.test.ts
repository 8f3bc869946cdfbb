import { messages, type WireDelivery } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { composeNews } from '../../alerts/compose-news.ts'
import { composeMail, MAIL_KINDS } from './mail.ts'
import { renderMail } from './render-mail.ts'

const EVIL = `"><img src=http://evil.example/x onerror=alert(1)>'&\r\nBcc: all@example.com\n\u202Etxt`
const at = Date.UTC(2026, 10, 22, 21, 14)
const MAILS: [kind: string, values: object][] = [
  ['verify-email', { token: EVIL, code: EVIL }],
  ['reset-password', { token: EVIL }],
  ['confirm-new-email', { token: EVIL, oldEmail: EVIL }],
  ['email-moved', { newEmail: EVIL, token: EVIL }],
  ['email-returned', { email: EVIL }],
  ['account-deleted', { at }],
  ['contact-message', { from: EVIL, message: EVIL.replace('\r\n', ' '), senderAccountId: null }],
]
const where = { ipAddress: EVIL }
const NEWS: [kind: string, values: Record<string, unknown>, page?: string][] = [
  ['new_sign_in', { ...where, device: EVIL }],
  ['password_changed', { ...where, wasUnproven: false }],
  ['email_change_asked', { ...where, newEmail: EVIL }],
  ['site_login_changed', { ...where, change: 'replaced' }],
  ['second_factor_changed', { ...where, change: 'codes-off', othersEnded: false }],
  ['recovery_code_used', { ...where, left: 3 }],
  ['wrong_codes', where],
  ['passkey_copied', where],
  ['google_linked', where],
  ['session_copied', where],
  ['api_token_made', { ...where, name: EVIL, scope: 'bid' }],
  ['api_token_expires', { name: EVIL, expiresAt: at }, '/settings?tab=security'],
  ['data_exported', where],
  ['deletion_requested', { dueAt: at, reason: EVIL }, '/settings?tab=privacy'],
  ['deletion_cancelled', where],
  ['account_kept', {}, '/settings?tab=credentials'],
  ['account_suspended', { reason: EVIL }, '/dashboard'],
  ['account_reinstated', {}, '/dashboard'],
  ['trial_ending', { endsAt: at, nextPlan: EVIL, daysLeft: 2 }, '/pricing'],
  ['trial_ended', { nextPlan: EVIL }, '/pricing'],
  ['payment_received', { plan: EVIL, amountCents: 499, number: EVIL, isTest: true }, '/settings?tab=subscription'],
  ['payment_failed', { plan: EVIL, amountCents: 499, until: at }, '/settings?tab=subscription'],
  ['plan_changes', { plan: EVIL, interval: 'month', amountCents: 499, startsAt: at }, '/settings?tab=subscription'],
  ['plan_ends', { plan: EVIL, endsAt: at }, '/settings?tab=subscription'],
  ['plan_ended', { plan: EVIL, planNow: EVIL }, '/settings?tab=subscription'],
]
const letterOfNews = (kind: string, values: Record<string, unknown>) =>
  composeNews({ kind, values, at }, { site: 'Auction House', zone: null })

test('The stories below include every kind of mail, and all news of the account', () => {
  expect(MAILS.map(([kind]) => kind)).toEqual(MAIL_KINDS)
  const news = messages.notification.ofClass('account').map(({ kind }) => kind)
  expect(NEWS.map(([kind]) => kind)).toEqual(news)
})

const LETTERS = [
  ...MAILS.map(([kind, values]) => ({ kind, letter: composeMail(kind, values) })),
  ...NEWS.map(([kind, values]) => ({ kind, letter: letterOfNews(kind, values) })),
]

test.each(LETTERS)(
  'The mail $kind escapes every value, links to this installation alone and loads nothing',
  ({ kind, letter }) => {
    const { subject, html, text } = renderMail(letter, 'https://bids.example.com')
    expect(subject).not.toBe(kind.replaceAll('_', ' ')) // what stands for values that do not fit
    expect(subject).not.toMatch(/[\r\n\u202E]/)
    expect(text).not.toMatch(/^Bcc:/m)
    expect(text).not.toContain('\u202E')
    expect(html).not.toMatch(/<(img|script|link|iframe|object|svg)\b|url\(|<[^>]*\son\w+=/i)
    const links = [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, url]) => url)
    expect(links.filter((url) => !url?.startsWith('https://bids.example.com/'))).toEqual([])
    const addresses = [...text.matchAll(/^https?:\S+/gm)].map(([url]) => url)
    expect(addresses.filter((url) => !url.startsWith('https://bids.example.com/'))).toEqual([])
  },
)

test.each(NEWS)('The mail %s leads to the page where something can be done about it', (kind, values, page) => {
  const { html, text } = renderMail(letterOfNews(kind, values), 'https://bids.example.com')
  const path = page ?? '/?auth=forgotPassword'
  expect(text).toContain(`\nhttps://bids.example.com${path}\n`)
  expect(html).toContain(`href="https://bids.example.com${path}"`)
})

test.each(MAIL_KINDS.filter((kind) => kind !== 'contact-message' && kind !== 'account-deleted'))(
  'The log of alerts has a name for the mail %s',
  (kind) => {
    const delivery = { kind, values: {}, title: null } as unknown as WireDelivery
    expect(messages.delivery.subject(delivery, { site: 'Auction House', time: String })).not.toBe(kind)
  },
)

test('A mail says the same as HTML and as plain text', () => {
  const values = { ipAddress: '192.0.2.7', device: 'Firefox on Windows' }
  const { subject, html, text } = renderMail(letterOfNews('new_sign_in', values), 'https://bids.example.com/below/')
  expect(text).toBe(`New sign-in

Somebody signed in to your account with Firefox on Windows.

When: November 22, 2026 at 9:14 PM UTC
From: 192.0.2.7

If it was not you, somebody else can act in your name: choose a new password now.

Choose a new password:
https://bids.example.com/below/?auth=forgotPassword

--
Bidwell, https://bids.example.com/below/
`)
  const words = html.replace(/<style>[^]*<\/style>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  for (const said of [subject, 'Firefox on Windows', '192.0.2.7', '9:14 PM UTC', 'choose a new password now']) {
    expect(words).toContain(said)
  }
})

test('A mail of a kind that does not exist, or without its values, cannot be written', () => {
  expect(() => composeMail('free-money', {})).toThrow('free-money')
  expect(() => composeMail('verify-email', {})).toThrow()
})

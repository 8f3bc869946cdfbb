import { messages, type WireDelivery } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { composeMail } from './mail.ts'
import { renderMail } from './render-mail.ts'
import { BILLING_TEMPLATES } from './templates/billing.ts'
import { LINK_TEMPLATES } from './templates/links.ts'
import { NOTICE_TEMPLATES } from './templates/notices.ts'
import { PRIVACY_TEMPLATES } from './templates/privacy.ts'
import { TRIAL_TEMPLATES } from './templates/trial.ts'

const byName = (a: string, b: string) => a.localeCompare(b)
const EVIL = `"><img src=http://evil.example/x onerror=alert(1)>'&\r\nBcc: all@example.com\n\u202Etxt`
const when = { at: Date.UTC(2026, 10, 22, 21, 14), ipAddress: EVIL }
const { at } = when
/** The mails about the plan, and the page that each of them leads to. */
const MAILS_OF_PLANS: [kind: string, values: object, page: string][] = [
  ['payment-receipt', { plan: EVIL, amountCents: 499, number: EVIL, at, isTest: true }, '/settings?tab=subscription'],
  ['payment-failed', { plan: EVIL, amountCents: 499, until: at }, '/settings?tab=subscription'],
  ['payment-disputed', { plan: EVIL, amountCents: 499, until: at }, '/settings?tab=subscription'],
  ['payment-returned', { plan: EVIL, planNow: EVIL, at }, '/settings?tab=subscription'],
  [
    'subscription-changes',
    { plan: EVIL, next: { plan: EVIL, interval: 'month', amountCents: 499 }, startsAt: at },
    '/settings?tab=subscription',
  ],
  ['subscription-ends', { plan: EVIL, endsAt: at }, '/settings?tab=subscription'],
  ['subscription-ended', { plan: EVIL, planNow: EVIL, at }, '/settings?tab=subscription'],
  ['second-subscription', { plan: EVIL }, '/settings?tab=subscription'],
  ['trial-ending', { endsAt: at, nextPlan: EVIL, daysLeft: 2 }, '/pricing'],
  ['trial-ended', { endsAt: at, nextPlan: EVIL }, '/pricing'],
]
const MAILS: [kind: string, values: object][] = [
  ...MAILS_OF_PLANS.map(([kind, values]) => [kind, values] satisfies [string, object]),
  ['verify-email', { token: EVIL, code: EVIL }],
  ['reset-password', { token: EVIL }],
  ['confirm-new-email', { token: EVIL, oldEmail: EVIL }],
  ['password-changed', when],
  ['email-change-requested', { ...when, newEmail: EVIL }],
  ['email-changed', { ...when, newEmail: EVIL, token: EVIL }],
  ['email-confirmed', { ...when, oldEmail: EVIL }],
  ['email-restored', { ...when, email: EVIL }],
  ['site-login-changed', { ...when, site: EVIL, change: 'replaced' }],
  ['second-factor-changed', { ...when, change: 'codes-off', othersEnded: false }],
  ['recovery-code-used', { ...when, left: 3 }],
  ['new-sign-in', { ...when, device: EVIL }],
  ['session-copied', when],
  ['api-token-made', { ...when, name: EVIL, scope: 'bid' }],
  ['api-token-expires', { name: EVIL, expiresAt: when.at }],
  ['wrong-codes', when],
  ['passkey-copied', when],
  ['google-linked', when],
  ['data-exported', when],
  ['deletion-requested', { at: when.at, dueAt: when.at, reason: EVIL }],
  ['deletion-cancelled', when],
  ['account-kept', { at: when.at }],
  ['account-suspended', { at: when.at, reason: EVIL }],
  ['account-reinstated', { at: when.at }],
  ['account-deleted', { at: when.at }],
]

test('The stories below include every kind of mail', () => {
  const kinds: string[] = [
    ...LINK_TEMPLATES,
    ...NOTICE_TEMPLATES,
    ...PRIVACY_TEMPLATES,
    ...BILLING_TEMPLATES,
    ...TRIAL_TEMPLATES,
  ].map(({ kind }) => kind)
  expect(MAILS.map(([kind]) => kind).toSorted(byName)).toEqual(kinds.toSorted(byName))
})

test.each(MAILS)(
  'The mail %s escapes every value, links to this installation alone and loads nothing',
  (kind, values) => {
    const { subject, html, text } = renderMail(composeMail(kind, values), 'https://bids.example.com')
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

test.each(MAILS_OF_PLANS)('The mail %s leads to the page about the plan', (kind, values, page) => {
  const { html, text } = renderMail(composeMail(kind, values), 'https://bids.example.com')
  expect(text).toContain(`\nhttps://bids.example.com${page}\n`)
  expect(html).toContain(`href="https://bids.example.com${page}"`)
})

test.each(MAILS)('The log of alerts has a name for the mail %s', (kind) => {
  const delivery = { kind, values: {}, title: null } as unknown as WireDelivery
  const name = messages.delivery.subject(delivery, { site: 'Auction House', time: String })
  expect(name).not.toBe(kind.replaceAll('-', ' '))
})

test('A mail says the same as HTML and as plain text', () => {
  const values = { at: Date.UTC(2026, 10, 22, 21, 14), ipAddress: '192.0.2.7', device: 'Firefox on Windows' }
  const { subject, html, text } = renderMail(composeMail('new-sign-in', values), 'https://bids.example.com/below/')
  expect(text).toBe(`New sign-in to Bidwell

Somebody signed in to your Bidwell account from a new device.

Device: Firefox on Windows
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

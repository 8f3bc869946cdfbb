import { formatCents } from '@bidwell/contract'
import * as z from 'zod/mini'
import { facts, link, type MailOf, template, text } from '../template.ts'
import { instant } from './notices.ts'

const PLAN = link('See your plan', '/settings?tab=subscription')
const NOTHING_LOST = 'Your tracked auctions stay readable, and bids that are scheduled already are still sent.'

/** `plan` is null for a payment that is not for a plan. */
const paymentReceipt = template(
  'payment-receipt',
  {
    plan: z.nullable(z.string()),
    amountCents: z.int(),
    number: z.nullable(z.string()),
    at: z.int(),
    isTest: z.boolean(),
  },
  ({ plan, amountCents, number, at, isTest }) => ({
    subject: 'Your Bidwell receipt',
    paragraphs: [
      text('Thank you. Your payment has arrived.'),
      facts(
        ...(plan === null ? [] : [['Plan', plan] satisfies [string, string]]),
        ['Amount', formatCents(amountCents)],
        ...(number === null ? [] : [['Invoice', number] satisfies [string, string]]),
        ['When', instant(at)],
      ),
      ...(isTest ? [text('This was a test checkout: no money has moved.')] : []),
      PLAN,
    ],
  }),
)

/** `until` is how long the plan holds without a payment. */
const paymentFailed = template(
  'payment-failed',
  { plan: z.string(), amountCents: z.int(), until: z.int() },
  ({ plan, amountCents, until }) => ({
    subject: 'Your Bidwell payment failed',
    paragraphs: [
      text('Your card was declined when your plan was to be renewed. Please choose another card, or pay the invoice.'),
      facts(['Plan', plan], ['Amount', formatCents(amountCents)], ['Your plan holds until', instant(until)]),
      text(`Without a payment you have the free plan after that. ${NOTHING_LOST}`),
      PLAN,
    ],
  }),
)

/** `until` is how long the plan holds while the dispute is open. */
const paymentDisputed = template(
  'payment-disputed',
  { plan: z.string(), amountCents: z.int(), until: z.int() },
  ({ plan, amountCents, until }) => ({
    subject: 'Your bank takes a Bidwell payment back',
    paragraphs: [
      text('Your bank tells us that this payment is disputed, and has taken it back until the dispute is settled.'),
      facts(['Plan', plan], ['Amount', formatCents(amountCents)], ['Your plan holds until', instant(until)]),
      text(
        'If you did not mean to dispute it, please tell your bank: once the bank has returned the payment, your plan ' +
          `holds again. If the dispute is settled for you, your plan ends, and nothing more is charged. ${NOTHING_LOST}`,
      ),
      PLAN,
    ],
  }),
)

const ended = { plan: z.string(), planNow: z.string(), at: z.int() }

/** A payment for the plan went back, by a refund or a dispute. */
const paymentReturned = template('payment-returned', ended, ({ plan, planNow, at }) => ({
  subject: 'Your Bidwell plan has ended',
  paragraphs: [
    text('A payment for your plan has been returned to you in full, so your plan has ended.'),
    facts(['Plan', plan], ['Ended', instant(at)]),
    text(`Nothing more is charged for it, and you have the plan ${planNow} now. ${NOTHING_LOST}`),
    PLAN,
  ],
}))

/** A cheaper plan, or the other interval, begins with the next period. */
const subscriptionChanges = template(
  'subscription-changes',
  {
    plan: z.string(),
    next: z.object({ plan: z.string(), interval: z.enum(['month', 'year']), amountCents: z.int() }),
    startsAt: z.int(),
  },
  ({ plan, next, startsAt }) => ({
    subject: 'Your Bidwell plan is set to change',
    paragraphs: [
      text('Until then your present plan holds, with all that it allows, and you can keep it after all.'),
      facts(
        ['Present plan', plan],
        ['Next plan', `${next.plan}, ${formatCents(next.amountCents)} a ${next.interval}`],
        ['Begins', instant(startsAt)],
      ),
      PLAN,
    ],
  }),
)

const subscriptionEnds = template('subscription-ends', { plan: z.string(), endsAt: z.int() }, ({ plan, endsAt }) => ({
  subject: 'Your Bidwell plan is set to end',
  paragraphs: [
    text('It is not renewed, and nothing more is charged. Until its end you can keep it after all.'),
    facts(['Plan', plan], ['Ends', instant(endsAt)]),
    text(NOTHING_LOST),
    PLAN,
  ],
}))

const subscriptionEnded = template('subscription-ended', ended, ({ plan, planNow, at }) => ({
  subject: 'Your Bidwell plan has ended',
  paragraphs: [
    text(`Nothing more is charged for it, and you have the plan ${planNow} now.`),
    facts(['Plan', plan], ['Ended', instant(at)]),
    text(NOTHING_LOST),
    PLAN,
  ],
}))

/** Somebody paid twice, on two payment pages. */
const secondSubscription = template('second-subscription', { plan: z.string() }, ({ plan }) => ({
  subject: 'You paid for a second Bidwell plan, and get it back',
  paragraphs: [
    text(
      'Your account had a plan already when this one was paid. We end the second one and return its payment to your card ' +
        'in full.',
    ),
    facts(['Ended and returned', plan]),
    PLAN,
  ],
}))

export const BILLING_TEMPLATES = [
  paymentReceipt,
  paymentFailed,
  paymentDisputed,
  paymentReturned,
  subscriptionChanges,
  subscriptionEnds,
  subscriptionEnded,
  secondSubscription,
] as const

export type BillingMail = MailOf<(typeof BILLING_TEMPLATES)[number]>

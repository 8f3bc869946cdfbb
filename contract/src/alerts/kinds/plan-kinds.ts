import * as z from 'zod/mini'
import { formatCents } from '../../money.ts'
import { kind, say, spans } from './kind.ts'

const PLAN = { group: 'plan', class: 'account', path: '/settings?tab=subscription', button: 'See your plan' } as const
const PRICES = { ...PLAN, path: '/pricing', button: 'Compare the plans' } as const
const NOTHING_LOST = 'Your tracked auctions stay readable, and bids that are scheduled already are still sent.'
const cents = z.int()

/** The kinds of notification about the trial, the plan and its payments. */
export const PLAN_KINDS = {
  trial_ending: kind(
    { ...PRICES, tone: 'warning' },
    { daysLeft: z.int(), endsAt: z.int(), nextPlan: z.string() },
    ({ daysLeft, endsAt, nextPlan }, { time }) =>
      say(
        `Your trial ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`,
        `It ends at ${time(endsAt)}. Your account then goes on with the plan ${nextPlan}, and you pay nothing unless you choose to. ${NOTHING_LOST}`,
      ),
  ),
  trial_ended: kind({ ...PRICES, tone: 'info' }, { nextPlan: z.string() }, ({ nextPlan }) =>
    say(
      'Your trial has ended',
      `Your account goes on with the plan ${nextPlan}. You have paid nothing. ${NOTHING_LOST}`,
    ),
  ),
  /** `plan` is null for a payment that is not for a plan. */
  payment_received: kind(
    { ...PLAN, tone: 'success' },
    { plan: z.nullable(z.string()), amountCents: cents, number: z.nullable(z.string()), isTest: z.boolean() },
    ({ plan, amountCents, number, isTest }) =>
      say(
        'Payment received',
        spans(
          `${formatCents(amountCents)}${plan === null ? '' : ` for the plan ${plan}`}.`,
          number !== null && `Invoice ${number}.`,
          isTest && 'This was a test checkout: no money has moved.',
        ),
      ),
  ),
  /** `until` is how long the plan holds without a payment. */
  payment_failed: kind(
    { ...PLAN, tone: 'danger' },
    { plan: z.string(), amountCents: cents, until: z.int() },
    ({ plan, amountCents, until }, { time }) =>
      say(
        'Payment failed',
        `Your card was declined for ${formatCents(amountCents)}. The plan ${plan} holds until ${time(until)}; please choose another card or pay the invoice by then. Without a payment you have the free plan after that. ${NOTHING_LOST}`,
      ),
  ),
  plan_changes: kind(
    { ...PLAN, tone: 'info' },
    { plan: z.string(), interval: z.enum(['month', 'year']), amountCents: cents, startsAt: z.int() },
    ({ plan, interval, amountCents, startsAt }, { time }) =>
      say(
        'Your plan is set to change',
        `From ${time(startsAt)} on it is ${plan}, for ${formatCents(amountCents)} a ${interval}. Until then your present plan holds, and you can keep it after all.`,
      ),
  ),
  plan_ends: kind({ ...PLAN, tone: 'warning' }, { plan: z.string(), endsAt: z.int() }, ({ plan, endsAt }, { time }) =>
    say(
      'Your plan is set to end',
      `The plan ${plan} is not renewed and ends at ${time(endsAt)}. Until then you can keep it after all. ${NOTHING_LOST}`,
    ),
  ),
  plan_ended: kind({ ...PLAN, tone: 'info' }, { plan: z.string(), planNow: z.string() }, ({ plan, planNow }) =>
    say(
      'Your plan has ended',
      `The plan ${plan} is over, nothing more is charged for it, and you have the plan ${planNow} now. ${NOTHING_LOST}`,
    ),
  ),
} as const

import * as z from 'zod/mini'
import { formatCents } from '../../money.ts'
import { kind, say, spans } from './kind.ts'

const PLAN = { group: 'plan', class: 'account', path: '/settings?tab=subscription' } as const
const cents = z.int()

/** The kinds of notification about the trial, the plan and its payments. */
export const PLAN_KINDS = {
  trial_ending: kind(
    { ...PLAN, tone: 'warning', path: '/pricing' },
    { daysLeft: z.int(), endsAt: z.int(), nextPlan: z.string() },
    ({ daysLeft, endsAt, nextPlan }, { time }) =>
      say(
        `Your trial ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`,
        `It ends at ${time(endsAt)}. Your account then goes on with the plan ${nextPlan}; bids that are scheduled by then are still sent.`,
      ),
  ),
  trial_ended: kind({ ...PLAN, tone: 'info', path: '/pricing' }, { nextPlan: z.string() }, ({ nextPlan }) =>
    say(
      'Your trial has ended',
      `Your account goes on with the plan ${nextPlan}. You have paid nothing, and bids that were scheduled are still sent.`,
    ),
  ),
  payment_received: kind(
    { ...PLAN, tone: 'success' },
    { plan: z.nullable(z.string()), amountCents: cents, isTest: z.boolean() },
    ({ plan, amountCents, isTest }) =>
      say(
        'Payment received',
        spans(
          `${formatCents(amountCents)}${plan === null ? '' : ` for the plan ${plan}`}.`,
          isTest && 'This was a test checkout: no money has moved.',
        ),
      ),
  ),
  payment_failed: kind(
    { ...PLAN, tone: 'danger' },
    { plan: z.string(), amountCents: cents, until: z.int() },
    ({ plan, amountCents, until }, { time }) =>
      say(
        'Payment failed',
        `Your card was declined for ${formatCents(amountCents)}. The plan ${plan} holds until ${time(until)}; please choose another card by then.`,
      ),
  ),
  payment_disputed: kind(
    { ...PLAN, tone: 'danger' },
    { plan: z.string(), amountCents: cents, until: z.int() },
    ({ plan, amountCents, until }, { time }) =>
      say(
        'Your bank takes a payment back',
        `It disputes ${formatCents(amountCents)}. The plan ${plan} holds until ${time(until)}, and again once the dispute is settled for us.`,
      ),
  ),
  plan_changes: kind(
    { ...PLAN, tone: 'info' },
    { plan: z.string(), interval: z.enum(['month', 'year']), startsAt: z.int() },
    ({ plan, interval, startsAt }, { time }) =>
      say(
        'Your plan is set to change',
        `From ${time(startsAt)} on it is ${plan}, paid by the ${interval}. Until then your present plan holds.`,
      ),
  ),
  plan_ends: kind({ ...PLAN, tone: 'warning' }, { plan: z.string(), endsAt: z.int() }, ({ plan, endsAt }, { time }) =>
    say('Your plan is set to end', `The plan ${plan} is not renewed and ends at ${time(endsAt)}.`),
  ),
  plan_ended: kind({ ...PLAN, tone: 'info' }, { plan: z.string() }, ({ plan }) =>
    say('Your plan has ended', `The plan ${plan} is over, and nothing more is charged.`),
  ),
  second_plan_returned: kind({ ...PLAN, tone: 'warning' }, { plan: z.string() }, ({ plan }) =>
    say(
      'You paid for a second plan',
      `Your account had a plan already, so we end the second one, ${plan}, and return its payment in full.`,
    ),
  ),
} as const

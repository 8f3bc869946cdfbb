import * as z from 'zod/mini'
import { facts, link, template, text } from '../template.ts'
import { instant } from './notices.ts'

/** When the trial ends or ended, epoch ms, and the plan that holds after it. */
const end = { endsAt: z.int(), nextPlan: z.string() }
const NOTHING_IS_LOST =
  'Nothing is lost then: your tracked auctions stay, and bids that are scheduled by then are still sent.'

const trialEnding = template('trial-ending', { ...end, daysLeft: z.literal([1, 2]) }, (values) => ({
  subject: values.daysLeft === 1 ? 'Your Bidwell trial ends in 1 day' : 'Your Bidwell trial ends in 2 days',
  paragraphs: [
    text(
      `Your account goes on with the plan ${values.nextPlan} when the trial ends. You pay nothing unless you choose to.`,
    ),
    facts(['The trial ends', instant(values.endsAt)]),
    text(NOTHING_IS_LOST),
    link('Compare the plans', '/pricing'),
  ],
}))

const trialEnded = template('trial-ended', end, (values) => ({
  subject: 'Your Bidwell trial has ended',
  paragraphs: [
    text(`Your account goes on with the plan ${values.nextPlan}. You have paid nothing.`),
    facts(['The trial ended', instant(values.endsAt)]),
    text('Nothing is lost: your tracked auctions stay, and bids that were scheduled are still sent.'),
    link('Compare the plans', '/pricing'),
  ],
}))

export const TRIAL_TEMPLATES = [trialEnding, trialEnded] as const

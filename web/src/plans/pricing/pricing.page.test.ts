import { api } from '@bidwell/contract'
import { FULL, NO_TRIAL, answerPlans } from '../../../test/answer-plans.ts'
import { UNREADABLE } from '../../../test/answers.ts'
import { choose } from '../../../test/dashboard.ts'
import { expect, press, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const SNIPES_REACHED = "You've reached your monthly snipe limit (2). Please upgrade your plan to schedule more bids."
const AUCTIONS_REACHED =
  "You've reached your limit of tracked auctions (3). Remove one, or upgrade your plan to track more."

test('Each call about plans that fails without a reason says what has failed, and most can be tried again', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answerPlans(answers)
  const calls = [api.readPricing, api.readTrialStatus, api.readSubscription, api.readFeatureLimits]
  for (const call of calls) answers.to(call, () => UNREADABLE)
  signIn()
  await open('/pricing')
  await says('Failed to load pricing information')
  await says('Failed to fetch pricing information')
  await open('/settings?tab=subscription')
  await screen.findAllByText('Failed to load subscription information')
  await says('Failed to fetch subscription details')
  await says('Failed to fetch trial status')
  await says('Failed to fetch feature limits')

  const { auction_id } = tracking.list({ title: 'A bowl of unknown limits' })
  await open(`/dashboard?add=${auction_id}`)
  const sheet = within(await screen.findByRole('dialog', { name: /Add/ }))
  await user.type(await sheet.findByLabelText('Your max'), '28')
  await sheet.findByText('Unable to verify subscription limits. Please try again.')
  answerPlans(answers)
  await press(user, 'Try again', sheet)
  await press(user, /^Bid up to/, sheet)
  await waitFor(() => expect(answers.calls(api.scheduleBid)).toHaveLength(1))
})

test('The sheet that adds an auction says which limit is reached, and leads to the plans', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const plans = answerPlans(answers)
  plans.limits = { ...FULL, can_add_auctions: true, auction_current: 2, auction_remaining: 1 }
  const { auction_id } = tracking.list({ title: 'A third bowl' })
  signIn()
  await open(`/dashboard?add=${auction_id}`)
  let sheet = within(await screen.findByRole('dialog', { name: /Add/ }))
  await user.type(await sheet.findByLabelText('Your max'), '20')
  await sheet.findByText(SNIPES_REACHED)
  expect(sheet.getByRole('button', { name: 'Schedule bid' }).title).toBe(SNIPES_REACHED)

  plans.limits = FULL
  await open(`/dashboard?add=${auction_id}`)
  sheet = within(await screen.findByRole('dialog', { name: /Add/ }))
  await sheet.findByText(AUCTIONS_REACHED)
  expect(sheet.getByRole('button', { name: 'Track' }).title).toBe(AUCTIONS_REACHED)
  await user.click(sheet.getByRole('link', { name: 'See plans' }))
  await screen.findByRole('heading', { name: 'Plans and prices' })
})

test('Another account of the same person gets no second trial, and a trial that fails says so and needs a sign-in', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const plans = answerPlans(answers)
  await open('/pricing')
  await press(user, 'Start Your Free 5-Day Trial')
  await press(user, 'Sign in instead')
  await says('Please log in to start a trial')

  answers.to(api.startTrial, () => UNREADABLE)
  signIn()
  await open('/pricing')
  await press(user, 'Yearly')
  await press(user, 'Start Your Free 5-Day Trial')
  await says('Failed to start trial')
  expect(screen.getByRole('button', { name: 'Yearly' }).getAttribute('aria-pressed')).toBe('true')

  plans.trial = { ...NO_TRIAL, is_expired: true }
  await open('/settings?tab=subscription')
  await says(/^You have had your free trial with another account\./)
  await open('/pricing')
  await says('You have had yours with another account.')
})

test('A removal that a full plan does not undo says so, with the way to the plans', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answerPlans(answers)
  tracking.track({ title: 'A third bowl' })
  answers.to(api.restoreAuction, () => ({ status: 403, code: 'plan_limit_reached', message: AUCTIONS_REACHED }))
  signIn()
  await open('/dashboard')
  await choose(user, 'A third bowl', 'Remove')
  await press(user, 'Undo')
  await says('The auction stays removed.')
  await says(AUCTIONS_REACHED)
  await press(user, 'See plans')
  await screen.findByRole('heading', { name: 'Plans and prices' })
})

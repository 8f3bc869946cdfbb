import { FREE, inDays, NO_TRIAL, answerPlans, subscriber } from '../../test/answer-plans.ts'
import { expect, pass, screen, test, waitFor } from '../../test/page-test.tsx'

test('Every page says that a trial is about to end or has ended, and that a payment is open', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const plans = answerPlans(answers, { ...FREE, plan: 'trial', plan_name: 'Trial', status: 'trialing' })
  plans.trial = { ...NO_TRIAL, is_active: true, days_remaining: 1, trial_expires: inDays(0.9) }
  /** Waits until the notice with a text says more. */
  const notice = async (text: string, more: RegExp) =>
    waitFor(() => expect(screen.getByText(text, { exact: false }).closest('[role]')?.textContent).toMatch(more))
  signIn()
  await open('/alerts')
  await notice('Your free trial ends', /Then your plan is Free: 1 tracked auction at a time/)
  screen.getByRole('link', { name: 'See plans' })

  plans.details = FREE
  plans.trial = { ...NO_TRIAL, is_expired: true, trial_expires: inDays(-0.1) }
  await open('/alerts')
  await notice('Your free trial has ended.', /bids that are scheduled still go out\./)

  plans.details = subscriber({ status: 'past_due', past_due_until: inDays(1 / 288) })
  await open('/alerts')
  await notice('Your last payment did not go through.', /Pro holds until /)
  await user.click(screen.getByRole('link', { name: 'Settle it' }))
  await screen.findByText(/^The last payment did not go through\. Your plan holds until /)
  screen.getByRole('button', { name: 'Pay, or use another card' })

  await open('/alerts')
  await notice('Your last payment did not go through.', /Pro holds until /)
  // The days of grace end while the page stands open.
  plans.details = { ...plans.details, plan: 'free', plan_name: 'Free', past_due_until: null }
  await pass(301_000)
  await screen.findByText(/Your plan is Free until/)
})

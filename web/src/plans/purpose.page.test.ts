import { api, messages } from '@bidwell/contract'
import { aToken } from '../../test/a-token.ts'
import { answerPlans, NO_TRIAL, type PlanAnswers, PRICING } from '../../test/answer-plans.ts'
import type { Answers } from '../../test/answers.ts'
import { expect, type OfTest, press, says, screen, test, waitFor, within } from '../../test/page-test.tsx'

/** An installation that asks for a verified address before anything of a plan begins. */
function askForAddress(answers: Answers): PlanAnswers {
  const plans = answerPlans(answers)
  answers.to(api.readPricing, () => ({ data: { ...PRICING, needs_verified_email: true } }))
  return plans
}

/** Creates an account in the open dialog, which says what comes next. */
async function register(user: OfTest['user'], purpose: string) {
  const form = within(await screen.findByRole('dialog'))
  await form.findByText(purpose)
  await user.type(form.getByLabelText('Email'), 'ann@example.com')
  for (const label of ['Password', 'Confirm password']) await user.type(form.getByLabelText(label), 'correct horse 9!')
  await user.click(form.getByRole('checkbox', { name: /Terms of Service/ }))
  await press(user, 'Continue', form)
  await screen.findByRole('heading', { level: 1, name: 'Check your email' })
}

/** Another tab has confirmed the address. */
function verifyInOtherTab() {
  localStorage.setItem('auth_token', aToken({ email_verified: true }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
}

test('The trial that a visitor asks for begins when the address is verified', async ({ answers, open, user }) => {
  const plans = askForAddress(answers)
  answers.to(api.startTrial, () => {
    plans.trial = { ...NO_TRIAL, is_active: true, days_remaining: 5, trial_expires: '2026-10-12T18:00:00.000Z' }
    return { data: plans.trial }
  })
  await open('/pricing')
  await press(user, 'Start Your Free 5-Day Trial')
  await register(user, messages.plan.trialWithAddress)
  await says(messages.plan.trialWithAddress)
  expect(answers.calls(api.startTrial)).toEqual([])
  verifyInOtherTab()
  await says(/^Your free trial has started\. It runs until /)
  expect(screen.queryByText(messages.mailLink.emailNotVerified)).toBeNull()
})

test('The plan that a visitor chooses is paid when the address is verified', async ({ answers, open, user }) => {
  askForAddress(answers)
  answers.to(api.startCheckout, () => ({ data: { url: 'http://localhost:3000/checkout' } }))
  const checkout = answers.hold(api.startCheckout)
  await open('/pricing')
  await press(user, 'Choose Basic')
  await register(user, messages.plan.checkoutAfterAddress('Basic'))
  expect(answers.calls(api.startCheckout)).toEqual([])
  verifyInOtherTab()
  await waitFor(() => expect(answers.calls(api.startCheckout)[0]?.body).toEqual({ plan: 'basic', interval: 'month' }))
  checkout.release()
})

import { api, messages } from '@bidwell/contract'
import { inDays, answerPlans, subscriber } from '../../../test/answer-plans.ts'
import { UNREADABLE } from '../../../test/answers.ts'
import { expect, press, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const TAB = '/settings?tab=subscription'
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const plan = (name: string) => screen.findByRole('heading', { name })

test('A declined card changes nothing, and a dearer plan is chosen once, after the dialog has said what it costs', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlans(answers, subscriber({ plan: 'basic', plan_name: 'Basic', amount: 4.99 }))
  const message = messages.billing.declined
  answers.once(api.changePlan, () => ({ status: 402, code: 'payment_declined', message }))
  signIn()
  await open(TAB)
  await press(user, 'Change plan')
  const change = await dialog('Change your plan')
  await change.findByText(/^You pay \$6\.45 now\./)
  change.getByText(/^From \w+ \d+, \d+ on it costs \$9\.99 a month\.$/)
  change.getByText(/^The new limits hold at once\./)
  change.getByText('Test checkout: no money moves')
  await press(user, 'Change to Pro', change)
  within(await change.findByRole('alert')).getByText(message)
  change.getByRole('button', { name: 'Use another card' })
  await user.dblClick(change.getByRole('button', { name: 'Change to Pro' }))
  await plan('Pro')
  await says('It costs $9.99 a month.')
  expect(answers.calls(api.changePlan).map(({ body }) => body.new_plan)).toEqual(['pro', 'pro'])
})

test('A dialog whose plan has changed elsewhere offers no change any more', async ({ answers, open, signIn, user }) => {
  const plans = answerPlans(answers, subscriber({ plan: 'basic', plan_name: 'Basic', amount: 4.99 }))
  signIn()
  await open(TAB)
  await press(user, 'Change plan')
  await dialog('Change your plan')
  plans.set({ plan: 'pro', plan_name: 'Pro', amount: 9.99 })
  answers.emit({ type: 'plan_changed' })
  await says(/^Your plan has changed in the meantime/)
  expect(screen.queryByText('Change to Pro')).toBeNull()
  await press(user, 'Leave it as it is')
  await plan('Pro')
})

test('A cheaper plan begins with the next period, and is undone before that', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlans(answers, subscriber())
  signIn()
  await open(TAB)
  await press(user, 'Change plan')
  const change = await dialog('Change your plan')
  await user.click(change.getByRole('radio', { name: /^Basic/ }))
  await change.findByText('Nothing is due now.')
  change.getByText('Until then your present plan holds, and you can undo the change.')
  await press(user, 'Change to Basic', change)
  await says(/^From \w+ \d+, \d+ on your plan is Basic, for \$4\.99 a month\. Until then Pro holds/)
  await plan('Pro')
  await open('/pricing')
  await screen.findByRole('link', { name: /^Begins \w+ \d+, \d+$/ })
  const [undo] = await screen.findAllByRole('link', { name: 'Undo your change first' })
  await user.click(undo as HTMLElement)
  await press(user, 'Undo the change')
  await says(/^It renews on /)
})

test('The interval is changed, after the dialog has said what it costs, and a change that fails says so', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlans(answers, subscriber())
  answers.once(api.changeBillingInterval, () => UNREADABLE)
  signIn()
  await open(TAB)
  await press(user, 'Pay by the year')
  const change = await dialog('Pay by the year')
  await change.findByText(/\$99\.90 a year/)
  await press(user, 'Pay by the year', change)
  await change.findByText('Failed to change billing interval')
  await press(user, 'Pay by the year', change)
  await says('It costs $99.90 a year.')
})

test('A plan is cancelled, kept, and ended at once; a cancellation that fails says so, and needs somebody who is signed in', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerPlans(answers, subscriber())
  answers.once(api.cancelSubscription, () => UNREADABLE)
  signIn()
  await open(TAB)
  await press(user, 'Cancel subscription')
  const cancel = await dialog('Cancel Pro?')
  cancel.getByText('Nothing more is charged.')
  await press(user, 'Cancel subscription', cancel)
  await cancel.findByText('Failed to cancel subscription')
  await press(user, 'Cancel subscription', cancel)
  await says(/^It is cancelled and ends on .* Then your plan is Free/)
  await press(user, 'Keep my plan')
  await says(/^It renews on /)

  const token = localStorage.getItem('auth_token') ?? ''
  await press(user, 'Cancel subscription')
  const again = await dialog('Cancel Pro?')
  await user.click(again.getByRole('radio', { name: /^At once/ }))
  await press(user, 'Cancel subscription', again)
  await plan('Free')
  expect(answers.calls(api.cancelSubscription).map(({ body }) => body.immediately)).toEqual([false, false, true])

  answerPlans(answers, subscriber())
  localStorage.setItem('auth_token', token)
  await open(TAB)
  await press(user, 'Cancel subscription')
  localStorage.removeItem('auth_token')
  await press(user, 'Cancel subscription', await dialog('Cancel Pro?'))
  await says('Please log in to cancel subscription')
})

test('The snipes of a period are listed ten at first, and an invoice that a bank has taken back is disputed', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const invoice = { id: 'in_1', number: 'BID-1', amount: 9.99, created_at: inDays(-4), url: null }
  const plans = answerPlans(
    answers,
    subscriber({
      status: 'past_due',
      past_due_until: inDays(3),
      invoices: [{ ...invoice, status: 'disputed' as const }],
    }),
  )
  const snipe = { auction_id: '1', scheduled_at: inDays(-1), counts: true, returned_because: null }
  const snipes = Array.from({ length: 12 }, (_, index) => ({ ...snipe, bid_id: index + 1, title: `Bowl ${index + 1}` }))
  plans.usage = { ...plans.usage, snipes }
  signIn()
  await open(TAB)
  await says(/^Your bank has taken a payment back\. .* Your plan holds until /)
  within(screen.getByRole('list', { name: 'Invoices' })).getByText('Disputed')
  const ledger = () => within(screen.getByRole('list', { name: 'Snipes of this period' })).getAllByRole('listitem')
  await waitFor(() => expect(ledger()).toHaveLength(10))
  await press(user, 'Show all 12')
  expect(ledger()).toHaveLength(12)
  await press(user, 'Show fewer')
  expect(ledger()).toHaveLength(10)
})

import { api, type SubscriptionDetails } from '@bidwell/contract'
import { inDays, answerPlans, subscriber } from '../../../test/answer-plans.ts'
import { UNREADABLE } from '../../../test/answers.ts'
import { expect, press, says, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const TAB = '/settings?tab=subscription'
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const plan = (name: string) => screen.findByRole('heading', { name })

test('Another plan, keeping one that ends or changes, and an open payment lead to the page of the payment service', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const plans = answerPlans(answers, subscriber())
  const portal = answers.hold(api.openBillingPortal)
  const set = { plan: 'basic', plan_name: 'Basic', interval: 'month', amount: 4.99, starts_at: inDays(20) } as const
  const states: [button: string, changes: Partial<SubscriptionDetails>, says: RegExp][] = [
    ['Plan, card and invoices', {}, /^It renews on /],
    ['Undo the change', { scheduled_change: set }, /on your plan is Basic, for \$4\.99 a month\. Until then Pro holds/],
    ['Keep my plan', { cancel_at_period_end: true }, /^It is cancelled and ends on /],
    ['Pay, or use another card', { status: 'past_due', past_due_until: inDays(3) }, /^The last payment did not go/],
  ]
  signIn()
  for (const [index, [button, changes, sentence]] of states.entries()) {
    plans.details = subscriber(changes)
    await open(TAB)
    await says(sentence)
    await press(user, button)
    await waitFor(() => expect(answers.calls(api.openBillingPortal)).toHaveLength(index + 1))
    await open('/pricing')
  }
  plans.details = subscriber()
  await open('/pricing')
  await press(user, 'Change to Elite')
  await waitFor(() => expect(answers.calls(api.openBillingPortal)).toHaveLength(states.length + 1))
  portal.release()
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
  change.getByText(/^From now on it costs \$99\.90 a year\./)
  change.getByText('Test checkout: no money moves')
  await press(user, 'Pay by the year', change)
  await change.findByText('Failed to change billing interval')
  await user.dblClick(change.getByRole('button', { name: 'Pay by the year' }))
  await says('It costs $99.90 a year.')
  expect(answers.calls(api.changeBillingInterval)).toHaveLength(2)
  await press(user, 'Pay by the month')
  await (await dialog('Pay by the month')).findByText(/^Nothing is due now\. From .* on it costs \$9\.99 a month\.$/)
})

test('A plan is cancelled, and ended at once; a cancellation that fails says so, and needs somebody who is signed in', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const plans = answerPlans(answers, subscriber())
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
  plans.set({ cancel_at_period_end: false })
  await open(TAB)

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

test('The snipes of a period are listed ten at first, and an invoice shows whether it is paid', async ({
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
      invoices: [{ ...invoice, status: 'open' as const }],
    }),
  )
  const snipe = { auction_id: '1', scheduled_at: inDays(-1), counts: true, returned_because: null }
  const snipes = Array.from({ length: 12 }, (_, index) => ({ ...snipe, bid_id: index + 1, title: `Bowl ${index + 1}` }))
  plans.usage = { ...plans.usage, snipes }
  signIn()
  await open(TAB)
  within(await screen.findByRole('list', { name: 'Invoices' })).getByText('Open')
  const ledger = () => within(screen.getByRole('list', { name: 'Snipes of this period' })).getAllByRole('listitem')
  await waitFor(() => expect(ledger()).toHaveLength(10))
  await press(user, 'Show all 12')
  expect(ledger()).toHaveLength(12)
  await press(user, 'Show fewer')
  expect(ledger()).toHaveLength(10)
})

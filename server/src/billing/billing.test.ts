import { readSubscription } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Billing, startBilling } from '../../test/billing.ts'
import { readMails } from '../../test/read-mails.ts'

const START = Date.UTC(2027, 0, 31, 10, 30)

let billing: Billing
beforeAll(async () => {
  billing = await startBilling({ start: START })
})
afterAll(() => billing[Symbol.asyncDispose]())

const call: Billing['api']['call'] = (...args) => billing.api.call(...args)

/** The kinds of mail that a person has received about payments. */
const mailsTo = async ({ email }: Person) =>
  (await readMails(billing.db, email)).map(({ kind }) => kind).filter((kind) => kind !== 'verify-email')

test('A plan that is bought on the payment page holds as soon as Stripe has reported it', async () => {
  const [ann, bystander] = [await billing.subscriber('pro'), await billing.api.signUp()]
  const { body } = await call(readSubscription, { token: ann.token })
  expect(body.data).toMatchObject({
    plan: 'pro',
    plan_name: 'Pro',
    status: 'active',
    interval: 'month',
    amount: 9.99,
    current_period_end: '2027-02-28T10:30:00.000Z',
    cancel_at_period_end: false,
    past_due_until: null,
    test_checkout: true,
    invoices: [{ amount: 9.99, status: 'paid', created_at: '2027-01-31T10:30:00.000Z' }],
  })
  expect(await mailsTo(ann)).toEqual(['payment-receipt'])
  expect((await call(readSubscription, { token: bystander.token })).body.data).toMatchObject({
    plan: 'free',
    status: 'free',
    interval: null,
    invoices: [],
  })
})

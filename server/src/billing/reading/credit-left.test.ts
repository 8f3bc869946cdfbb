import { expect, test } from 'vitest'
import type { StripeBalanceTransaction, StripeInvoice } from '../stripe-objects.ts'
import { creditLeftOf, INVOICE } from './credit-left.ts'

/* Instants are days, amounts cents; all invoices are of one subscription. */

type Change = Partial<StripeInvoice> & { paidUntil?: number }

const invoice = (id: string, created: number, total: number, { paidUntil = created, ...change }: Change = {}) => ({
  id,
  status: 'paid',
  total,
  amount_paid: Math.max(0, total),
  starting_balance: 0,
  currency: 'usd',
  lines: { data: [{ amount: Math.max(0, total), period: { end: paidUntil } }] },
  created,
  status_transitions: { finalized_at: created },
  parent: { subscription_details: { subscription: 'sub_1' } },
  ...change,
})

const given = (created: number, cents: number): StripeBalanceTransaction => ({
  amount: -cents,
  ending_balance: -cents,
  created,
  invoice: null,
  metadata: {},
})

const january = invoice('january', 0, 999, { paidUntil: 31 })

test('Credit for time that a payment had paid for comes from it, and is taken from it once', () => {
  const rest = invoice('rest', 10, -600)
  const taken = { ...given(12, -500), ending_balance: -100, metadata: { [INVOICE]: 'january' } }
  expect(creditLeftOf(january, 600, { invoices: [january, rest], transactions: [] })).toBe(600)
  expect(creditLeftOf(january, 100, { invoices: [january, rest], transactions: [taken] })).toBe(100)
})

test('A payment that is used up gives no credit, whatever other credit was used after it', () => {
  const march = invoice('march', 60, 999, { paidUntil: 91 })
  const restOfMarch = invoice('rest-of-march', 70, -200)
  const april = invoice('april', 91, 999, { amount_paid: 799, starting_balance: -200, paidUntil: 121 })
  const year = invoice('year', 100, 9_990, { paidUntil: 465 })
  const restOfYear = invoice('rest-of-year', 101, -8_900)
  const found = { invoices: [january, march, restOfMarch, april, year, restOfYear], transactions: [] }
  expect(creditLeftOf(january, 8_900, found)).toBe(0)
  expect(creditLeftOf(year, 8_900, found)).toBe(8_900)
})

test('Credit that the operator has given comes from no payment', () => {
  const rest = invoice('rest', 10, -600)
  const spent = invoice('spent', 31, 999, { amount_paid: 399, starting_balance: -600, paidUntil: 62 })
  expect(creditLeftOf(january, 2_000, { invoices: [january, rest, spent], transactions: [given(40, 2_000)] })).toBe(0)
})

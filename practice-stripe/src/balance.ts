import type { BalanceTransaction, Customer } from './records.ts'
import type { Service } from './service.ts'

type Change = Pick<BalanceTransaction, 'amount' | 'currency' | 'type'> &
  Partial<Pick<BalanceTransaction, 'description' | 'invoice' | 'metadata'>>

/** Changes what a customer has as credit, or owes with the next invoice, and records it. */
export function changeBalance(service: Service, customer: Customer, change: Change): BalanceTransaction {
  customer.balance += change.amount
  customer.currency ??= change.currency
  const transaction: BalanceTransaction = {
    id: service.newId('cbtxn'),
    object: 'customer_balance_transaction',
    created: service.now(),
    description: null,
    invoice: null,
    metadata: {},
    ...change,
    customer: customer.id,
    ending_balance: customer.balance,
    livemode: false,
  }
  service.state.balanceTransactions[transaction.id] = transaction
  return transaction
}

import { messages } from '@bidwell/contract'
import type { Reading } from './reading/read-billing.ts'

/** What to tell a user whose plan cannot be changed because a payment is missing. */
export const owedSentence = (owed: NonNullable<Reading['owed']>): string =>
  owed === 'unpaid' ? messages.billing.payFirst : messages.billing.disputed

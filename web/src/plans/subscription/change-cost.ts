import type { ChangePreview } from '@bidwell/contract'
import { day } from '../../time/day.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { priceText } from '../pricing/plan-text.ts'

/** What a change costs now, and what each later invoice is. */
export function costSentences({ due_now, amount, interval, next_invoice_at }: ChangePreview): string[] {
  return [dueText(centsOf(due_now)), `From ${day(next_invoice_at)} on it costs ${priceText(amount, interval)}.`]
}

function dueText(cents: number): string {
  if (cents > 0) return `You pay ${formatDollars(cents / 100)} now. What you have already paid is taken into account.`
  if (cents < 0) return `Nothing is due now. ${formatDollars(-cents / 100)} is credited to your next invoices.`
  return 'Nothing is due now.'
}

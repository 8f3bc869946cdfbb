import type { ChangePreview } from '@bidwell/contract'
import { day } from '../../time/day.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { priceText } from '../pricing/plan-text.ts'
import type { Change } from './change.ts'

/** What a change costs now, what each later invoice is, and what else happens. */
export function changeSentences(kind: Change['kind'], preview: ChangePreview): string[] {
  const { due_now, amount, interval, next_invoice_at } = preview
  const cost = [dueText(centsOf(due_now)), `From ${day(next_invoice_at)} on it costs ${priceText(amount, interval)}.`]
  return kind === 'interval' ? cost : [...cost, 'The new limits hold at once. What you track or have scheduled stays.']
}

function dueText(cents: number): string {
  if (cents > 0) return `You pay ${formatDollars(cents / 100)} now. What you have already paid is taken into account.`
  if (cents < 0) return `Nothing is due now. ${formatDollars(-cents / 100)} is credited to your next invoices.`
  return 'Nothing is due now.'
}

import type { ChangePreview } from '@bidwell/contract'
import { day } from '../../time/day.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { priceText } from '../pricing/plan-text.ts'
import type { Change } from './change.ts'

/** What a change costs now, what each later invoice is, when it begins, and what else happens. */
export function changeSentences(kind: Change['kind'], preview: ChangePreview): string[] {
  const { starts_at, due_now, amount, interval, next_invoice_at } = preview
  const cost = [dueText(centsOf(due_now)), `From ${day(next_invoice_at)} on it costs ${priceText(amount, interval)}.`]
  if (starts_at !== null) cost.push('Until then your present plan holds, and you can undo the change.')
  if (kind === 'interval') return cost
  const limits = starts_at === null ? 'The new limits hold at once.' : 'The new limits hold from then on.'
  return [...cost, `${limits} What you track or have scheduled stays.`]
}

function dueText(cents: number): string {
  if (cents > 0) return `You pay ${formatDollars(cents / 100)} now. What you have already paid is taken into account.`
  return 'Nothing is due now.'
}

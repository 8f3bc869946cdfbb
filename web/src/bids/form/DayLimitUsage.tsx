import { useQuery } from '@tanstack/react-query'
import { centsFromTyped } from '../../ui/money.ts'
import { dayLimitQuery } from '../day-limit-query.ts'
import { dayLimitUsage } from './day-limit-usage.ts'

type DayLimitUsageProps = { endsOn: number; typedMax: string; standingMax: number | null }

/** The line under the maximum with how much of the day's limit is used; empty without a limit. */
export function DayLimitUsage({ endsOn, typedMax, standingMax }: DayLimitUsageProps) {
  const { data } = useQuery(dayLimitQuery)
  const usage = data && dayLimitUsage(data, { endsOn, typedCents: centsFromTyped(typedMax), standingMax })
  if (!usage) return null
  return (
    <output className={usage.over ? 'text-small text-danger' : 'text-small text-ink-2 tabular'}>{usage.text}</output>
  )
}

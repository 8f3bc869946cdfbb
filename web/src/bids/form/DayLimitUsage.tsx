import { useQuery } from '@tanstack/react-query'
import { centsFromTyped } from '../../ui/money.ts'
import { dayLimitQuery } from '../day-limit-query.ts'
import { dayLimitUsage } from './day-limit-usage.ts'

type DayLimitUsageProps = { endsOn: number; typedMax: string; standingMax: number | null }

/** How much of the day's limit is taken, where there is one. */
export function DayLimitUsage({ endsOn, typedMax, standingMax }: DayLimitUsageProps) {
  const { data } = useQuery(dayLimitQuery)
  const use = data && dayLimitUsage(data, { endsOn, typedCents: centsFromTyped(typedMax), standingMax })
  if (!use) return null
  return <output className={use.over ? 'text-small text-danger' : 'text-small text-ink-2 tabular'}>{use.says}</output>
}

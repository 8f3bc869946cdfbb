import { useQuery } from '@tanstack/react-query'
import { centsFromTyped } from '../ui/money.ts'
import { dayLimitQuery } from './day-limit-query.ts'
import { dayUse } from './day-use.ts'

type DayUseProps = { endsOn: number; typedMax: string; standingMax: number | null }

/** How much of the day's limit is taken, where there is one. */
export function DayUse({ endsOn, typedMax, standingMax }: DayUseProps) {
  const { data } = useQuery(dayLimitQuery)
  const use = data && dayUse(data, { endsOn, typedCents: centsFromTyped(typedMax), standingMax })
  if (!use) return null
  return <output className={use.over ? 'text-small text-red' : 'text-small text-ink-2 tabular'}>{use.says}</output>
}

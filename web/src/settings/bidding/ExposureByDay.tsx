import { committedCents, type Exposure, formatCents, groupCents, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { exposureQuery } from '../../bids/bid-queries.ts'
import { sumsOf } from '../../bids/exposure-sums.ts'
import { centsOf, formatDollars } from '../../ui/money.ts'

/** What the bids cost if all win: the sums, and a bar for each day with the limit as a mark. */
export function ExposureByDay() {
  const { data } = useQuery(exposureQuery)
  if (!data) return null
  const days = daysFrom(data)
  const { text, over } = sumsOf(data)
  return (
    <section aria-label={text} className="w-full max-w-prose">
      <p className="font-semibold tabular">{text}</p>
      {over !== null && <p className="text-danger">{over}</p>}
      {days.length === 0 && <p className="mt-1 text-ink-2">{messages.exposure.noBids}</p>}
      <Bars days={days} exposure={data} />
      <Groups groups={data.groups} />
      <p className="mt-2 text-small text-ink-2">{messages.exposure.withoutShipping}</p>
    </section>
  )
}

/** The days from today on that have bids, each with what all of them can cost. */
function daysFrom(exposure: Exposure): Day[] {
  const stakes = exposure.groups.flatMap((group) => group.stakes)
  const days = new Set([...exposure.days, ...stakes].map(({ day }) => day).filter((day) => day >= exposure.today))
  return [...days].toSorted().map((day) => ({
    day,
    cents: committedCents(exposure, 'day', day),
    bids:
      (exposure.days.find((use) => use.day === day)?.bids ?? 0) + stakes.filter((stake) => stake.day === day).length,
  }))
}

type Day = { day: string; cents: number; bids: number }
type BarsProps = { days: Day[]; exposure: Exposure }

function Bars({ days, exposure: { limits, today } }: BarsProps) {
  const limitCents = limits.day === null ? null : centsOf(limits.day)
  const most = Math.max(...days.map(({ cents }) => cents), limitCents ?? 0)
  const share = (cents: number) => `${(100 * cents) / most}%`
  return (
    <ul className="mt-2 flex flex-col gap-2 text-small tabular empty:hidden">
      {days.map(({ day, cents, bids }) => {
        const isOver = limitCents !== null && cents > limitCents
        const name = messages.bidRefusal.periodName('day', day)
        return (
          <li key={day} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-3">
            <span>{day === today ? messages.exposure.today(name) : name}</span>
            <span aria-hidden className="relative h-2 rounded-full bg-sunken">
              <span
                className={`absolute inset-y-0 left-0 rounded-full ${isOver ? 'bg-danger' : 'bg-accent'}`}
                style={{ width: share(cents) }}
              />
              {limitCents !== null && (
                <span
                  className="absolute -inset-y-1 w-0.5 bg-ink"
                  style={{ left: `min(${share(limitCents)}, calc(100% - 2px))` }}
                />
              )}
            </span>
            <span className={`col-start-2 ${isOver ? 'text-danger' : 'text-ink-2'}`}>
              {formatCents(cents)}
              {limits.day !== null && ` of ${formatDollars(limits.day)}`}, {messages.exposure.count(bids)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Each group in one line: how many of its bids may win, and what these cost. */
const Groups = ({ groups }: Pick<Exposure, 'groups'>) => (
  <ul aria-label={messages.bidGroup.groups} className="mt-3 flex flex-col gap-1 text-small tabular empty:hidden">
    {groups
      .filter(({ stakes }) => stakes.length > 0)
      .map((group) => (
        <li key={group.id}>
          <span className="font-semibold">{group.name}</span>: {lineOf(group)}
        </li>
      ))}
  </ul>
)

const lineOf = (group: Exposure['groups'][number]): string =>
  messages.bidGroup.inExposure({
    wins: group.wins_left,
    bids: group.stakes.length,
    amount: formatCents(groupCents(group)),
  })

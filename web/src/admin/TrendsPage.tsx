import { api, type Data } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api/call.ts'
import { BarChart, ChartTable } from '../ui/BarChart.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Fact, Facts } from '../ui/cards/Facts.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { AdminPage } from './AdminPage.tsx'
import { EVENT_NAMES, FAILURE_NAMES, METRICS, nameOf, shortDay } from './trend-text.ts'

const PERIODS = ['7', '30', '90'] as const
type Trends = Data<typeof api.readTrends>

/** What users did, who could not sign in, and how fast pages were. */
function TrendsPage() {
  const [params, setParams] = useSearchParams()
  const days = PERIODS.find((period) => period === params.get('days')) ?? '30'
  const trends = useQuery({
    queryKey: ['admin', 'trends', days],
    queryFn: async ({ signal }) => (await call(api.readTrends, { query: { days }, signal })).data,
  })
  return (
    <AdminPage title="Trends">
      <div className="w-fit">
        <Select
          label="Period"
          value={days}
          onChange={(event) => setParams({ days: event.target.value }, { replace: true })}
          options={PERIODS.map((value) => ({ value, label: `Last ${value} days` }))}
        />
      </div>
      <LoadState query={trends} skeleton="h-72" />
      {trends.data && <Charts trends={trends.data} />}
    </AdminPage>
  )
}

const Charts = ({ trends: { days, measured, events, sign_in_failures: failures, speeds } }: { trends: Trends }) => (
  <>
    <Measured measured={measured} />
    <Group title="What users did" empty="Nothing was recorded in this time.">
      {events.map(({ kind, counts }) => (
        <Chart key={kind} name={nameOf(EVENT_NAMES, kind)} days={days} values={counts} total={totalOf(counts)} />
      ))}
    </Group>
    <Group
      title="Who could not sign in"
      text="Told by browsers, so that anybody may have written some of it. Kept for 30 days."
      empty="Nobody failed to sign in in this time."
    >
      {failures.map(({ kind, counts }) => (
        <Chart key={kind} name={nameOf(FAILURE_NAMES, kind)} days={days} values={counts} total={totalOf(counts)} />
      ))}
    </Group>
    <Group
      title="How fast pages were"
      text="What three of four measurements of a day did not exceed. Told by browsers. Kept for 30 days."
      empty="No browser has measured a page in this time."
    >
      {speeds
        .filter(({ measurements }) => measurements > 0)
        .map(({ metric, values, measurements }) => (
          <Chart
            key={metric}
            name={METRICS[metric].name}
            days={days}
            values={values}
            total={`${measurements} measurements`}
            format={METRICS[metric].format}
          />
        ))}
    </Group>
  </>
)

/** What the operator can hold claims of the home page against. */
const Measured = ({ measured: { verified_accounts, sent, won } }: Pick<Trends, 'measured'>) => (
  <Section title="What claims can be held against" text="The claims of the home page stand in web/site-content.json.">
    <Facts>
      <Fact name="Accounts with a verified address">{verified_accounts.toLocaleString('en-US')}</Fact>
      <Fact name="Bids sent in the last 90 days">{sent.toLocaleString('en-US')}</Fact>
      <Fact name="Of them won">{won.toLocaleString('en-US')}</Fact>
    </Facts>
  </Section>
)

const totalOf = (counts: readonly number[]) => String(counts.reduce((sum, count) => sum + count, 0))

type GroupProps = { title: string; text?: string; empty: string; children: readonly ReactNode[] }

const Group = ({ title, text, empty, children }: GroupProps) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-lead font-semibold">{title}</h2>
    {text !== undefined && <p className="-mt-2 text-small text-ink-2">{text}</p>}
    {children.length === 0 ? <Card>{empty}</Card> : <div className="grid gap-4 lg:grid-cols-2">{children}</div>}
  </section>
)

type ChartProps = {
  name: string
  days: readonly string[]
  values: readonly (number | null)[]
  total: string
  format?: (value: number) => string
}

/** An axis of counts has no label between two whole numbers. */
const wholeOnly = (value: number) => (Number.isInteger(value) ? String(value) : '')

/** Bars by day, and a table that opens below them with each value. */
function Chart({ name, days, values, total, format = wholeOnly }: ChartProps) {
  const labels = days.map(shortDay)
  const textOf = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value))
  return (
    <figure aria-label={name} className="min-w-0 rounded-card border border-line bg-surface p-3 sm:p-4">
      <figcaption className="mb-2 font-semibold">
        {name} <span className="font-normal text-ink-2 tabular">{total}</span>
      </figcaption>
      <div aria-hidden>
        <BarChart
          labels={labels}
          series={[{ name: 'By day', colour: 'text-accent', values }]}
          format={format}
          read={(index) => `${labels[index] ?? ''}: ${textOf(values[index])}`}
        />
      </div>
      <ChartTable
        caption={`${name} by day`}
        columns={['Day', name]}
        rows={days.map((day, index) => [shortDay(day), textOf(values[index])])}
      />
    </figure>
  )
}

export { TrendsPage as Component }

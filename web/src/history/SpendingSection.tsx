import type { HistoryMonth } from '@bidwell/contract'
import { BarChart, ChartTable } from '../ui/BarChart.tsx'
import { formatDollars } from '../ui/money.ts'
import { nameOfMonth, type Spending, spendingOf } from './history-months.ts'

/** What was spent and saved by month: a chart, and a table that opens below it with each amount. Nothing below two months. */
export function SpendingSection({ months }: { months: readonly HistoryMonth[] }) {
  const spending = spendingOf(months)
  if (spending.length < 2) return null
  const hasSales = spending.some(({ sold }) => sold > 0)
  return (
    <figure aria-label="Spent and saved by month" className="rounded-card border border-line bg-surface p-3 sm:p-4">
      <div aria-hidden>
        <SpendingChart spending={spending} />
      </div>
      <ChartTable
        caption="Spent and saved by month"
        columns={['Month', 'Spent', 'Under your maxes', ...(hasSales ? ['Profit of sales'] : [])]}
        rows={spending.map(({ month, spent, saved, profit }) => [
          nameOfMonth(month),
          formatDollars(spent),
          formatDollars(saved),
          ...(hasSales ? [formatDollars(profit)] : []),
        ])}
      />
    </figure>
  )
}

/** Two bars for each month. The table beside the chart says the same. */
const SpendingChart = ({ spending }: { spending: readonly Spending[] }) => (
  <BarChart
    labels={spending.map(({ month }) => shortName(month))}
    series={[
      { name: 'Spent', colour: 'text-accent', values: spending.map(({ spent }) => spent) },
      { name: 'Under your maxes', colour: 'text-success', values: spending.map(({ saved }) => saved) },
    ]}
    format={inDollars}
    read={(index) => {
      const month = spending[index]
      return month && `${nameOfMonth(month.month)}: ${formatDollars(month.spent)}, ${formatDollars(month.saved)} under`
    }}
  />
)

const inDollars = (dollars: number) => `$${dollars}`

/** `Nov`, and in January also the year. */
function shortName(month: string): string {
  const [name = '', year = ''] = nameOfMonth(month).split(' ')
  return name === 'January' ? `Jan ${year}` : name.slice(0, 3)
}

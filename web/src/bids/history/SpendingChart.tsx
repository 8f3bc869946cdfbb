import { useMemo } from 'react'
import { BarChart } from '../../ui/BarChart.tsx'
import { formatDollars } from '../../ui/money.ts'
import { nameOfMonth, type Spending } from './history-months.ts'

/** Two bars for each month. The table beside the chart says the same. */
export function SpendingChart({ spending }: { spending: readonly Spending[] }) {
  const { labels, series } = useMemo(
    () => ({
      labels: spending.map(({ month }) => shortName(month)),
      series: [
        { name: 'Spent', colour: 'text-accent', values: spending.map(({ spent }) => spent) },
        { name: 'Under your maxes', colour: 'text-success', values: spending.map(({ saved }) => saved) },
      ],
    }),
    [spending],
  )
  return (
    <BarChart
      labels={labels}
      series={series}
      format={inDollars}
      read={(index) => {
        const month = spending[index]
        return (
          month && `${nameOfMonth(month.month)}: ${formatDollars(month.spent)}, ${formatDollars(month.saved)} under`
        )
      }}
    />
  )
}

const inDollars = (dollars: number) => `$${dollars}`

/** `Nov`, and in January also the year. */
function shortName(month: string): string {
  const [name = '', year = ''] = nameOfMonth(month).split(' ')
  return name === 'January' ? `Jan ${year}` : name.slice(0, 3)
}

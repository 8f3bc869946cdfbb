import { BarChart, ChartTable } from '../ui/BarChart.tsx'
import { Group } from './Group.tsx'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const SERIES = [
  { name: 'First', colour: 'text-accent', values: [3, 5, null, 2, 8] },
  { name: 'Second', colour: 'text-success', values: [1, 4, null, 6, 2] },
]

/** How figures look over time. */
export const Charts = () => (
  <Group title="Charts">
    <div aria-hidden className="max-w-md">
      <BarChart
        labels={DAYS}
        series={SERIES}
        format={String}
        read={(index) => `${DAYS[index] ?? ''}: ${SERIES.map(({ values }) => values[index] ?? '–').join(', ')}`}
      />
    </div>
    <ChartTable
      caption="Both by day"
      columns={['Day', ...SERIES.map(({ name }) => name)]}
      rows={DAYS.map((day, index) => [day, ...SERIES.map(({ values }) => String(values[index] ?? '–'))])}
    />
  </Group>
)

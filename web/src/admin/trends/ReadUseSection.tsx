import { api, formatWait } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { type HourOfUse, labelOf, peakSentence, percent, type ReadUse, readsOf, shareOf } from './read-use.ts'

const EVERY_MS = 60_000

/** How much of the site's reads was used in each of the last 48 hours, and for whom. */
export function ReadUseSection() {
  const use = useQuery({
    queryKey: ['admin', 'reads'],
    queryFn: async ({ signal }) => (await call(api.listReadUse, { signal })).data,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">Reads of the auction site</h2>
      <LoadState query={use} skeleton="h-72" />
      {use.data && (
        <>
          <p className="-mt-2">{peakSentence(use.data)}</p>
          <p className="-mt-2 text-small text-ink-2">
            By hour in the time of the site, as a share of what SITE_READS_PER_SECOND allows now. Reads for bids may
            take more than all. Each process adds its reads every half minute.
          </p>
          <Chart use={use.data} />
        </>
      )}
    </section>
  )
}

const ofAxis = (value: number) => `${Math.round(value)}%`
const forWhom = ({ people, schedule, bids, paused_ms: paused }: HourOfUse) =>
  `${people} for users, ${schedule} by schedule, ${bids} for bids${paused === 0 ? '' : `; paused for ${formatWait(paused)}`}`

function Chart({ use: { hours, reads_per_hour: readsPerHour } }: { use: ReadUse }) {
  const labels = hours.map(labelOf)
  const used = hours.map((hour) => 100 * shareOf(hour, readsPerHour))
  const read = (index: number) => {
    const hour = hours[index]
    return hour && `${labels[index] ?? ''}: ${percent(shareOf(hour, readsPerHour))}, ${forWhom(hour)}`
  }
  return (
    <figure aria-label="Reads used" className="min-w-0 rounded-card border border-line bg-surface p-3 sm:p-4">
      <figcaption className="mb-2 font-semibold">
        Reads used{' '}
        <span className="font-normal text-ink-2 tabular">
          of {Math.round(readsPerHour).toLocaleString('en-US')} an hour
        </span>
      </figcaption>
      <div aria-hidden>
        <BarChart
          labels={labels}
          labelPx={92}
          series={[{ name: 'Used', colour: 'text-accent', values: used }]}
          format={ofAxis}
          read={read}
        />
      </div>
      <details className="mt-1 text-small">
        <summary className="min-h-11 w-fit cursor-pointer py-2.5 font-semibold">As a table</summary>
        <div className="overflow-x-auto">
          <table className="w-full max-w-2xl tabular">
            <caption className="sr-only">Reads used by hour</caption>
            <thead className="text-ink-2">
              <tr>
                {['Hour', 'Used', 'Reads', 'For users', 'By schedule', 'For bids', 'Paused'].map((name) => (
                  <th key={name} scope="col" className="py-1 pr-3 text-left font-normal last:pr-0">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.toReversed().map((hour) => (
                <tr key={hour.begins_at} className="border-t border-line">
                  <th scope="row" className="py-1 pr-3 text-left font-normal whitespace-nowrap">
                    {labelOf(hour)}
                  </th>
                  <td className="py-1 pr-3">{percent(shareOf(hour, readsPerHour))}</td>
                  <td className="py-1 pr-3">{readsOf(hour)}</td>
                  <td className="py-1 pr-3">{hour.people}</td>
                  <td className="py-1 pr-3">{hour.schedule}</td>
                  <td className="py-1 pr-3">{hour.bids}</td>
                  <td className="py-1">{hour.paused_ms === 0 ? '–' : formatWait(hour.paused_ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

import { type ChannelName, formatWait } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { briefInBothZones } from '../time/zoned-times.ts'
import { Card } from '../ui/Card.tsx'
import { CircleCheck, TriangleAlert } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Tag } from '../ui/Tag.tsx'
import { bytesText } from './bytes-text.ts'
import { CopyTable } from './CopyTable.tsx'
import type { Overview } from './overview-queries.ts'

const sizeText = (bytes: number | null) => (bytes === null ? 'not measured' : bytesText(bytes))
const msText = (ms: number | null) => (ms === null ? 'not measured' : `${Math.round(ms).toLocaleString('en-US')} ms`)
const words = (text: string) => text.replaceAll('_', ' ')

/** The state of all that the installation consists of. */
export const OverviewFigures = ({ overview }: { overview: Overview }) => (
  <>
    <Engines engines={overview.engines} />
    <div className="grid gap-4 lg:grid-cols-2">
      <Site site={overview.site} />
      <Due due={overview.due} />
      <Database {...overview} />
      <Machines {...overview} />
    </div>
    <Deliveries deliveries={overview.deliveries} />
    <Section id="backups" title="Where are my copies">
      <CopyTable copies={overview.backups} />
    </Section>
  </>
)

const Engines = ({ engines }: Pick<Overview, 'engines'>) => (
  <Section id="engines" title="Engines">
    {engines.length === 0 ? (
      <p className="text-ink-2">No engine has run within the last hour.</p>
    ) : (
      <ul aria-label="Engines" className="flex flex-col divide-y divide-line">
        {engines.map((engine) => (
          <EngineItem key={engine.id} engine={engine} />
        ))}
      </ul>
    )}
  </Section>
)

const STATES = {
  fit: { tone: 'success', icon: CircleCheck },
  unfit: { tone: 'warning', icon: TriangleAlert },
  silent: { tone: 'danger', icon: TriangleAlert },
} as const

function EngineItem({ engine }: { engine: Overview['engines'][number] }) {
  const now = useNow(MINUTE_MS)
  const { state, unfit_reason, heartbeat_age_ms: age } = engine
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {engine.host}{' '}
        <Tag {...STATES[state]}>{state === 'unfit' ? `not fit: ${words(unfit_reason ?? '')}` : state}</Tag>
      </p>
      <p className="text-small text-ink-2 tabular">
        Engine {engine.id}, started {briefInBothZones(Date.parse(engine.started_at), now)}. Last sign{' '}
        {age < MINUTE_MS ? msText(age) : formatWait(age)} ago. Bids armed: {engine.armed}. Greatest delay of a timer:{' '}
        {msText(engine.timer_late_ms)}, of a bid: {msText(engine.bid_late_ms)}. Disk free: {sizeText(engine.free_bytes)}
        .
      </p>
    </li>
  )
}

function Site({ site: { state, since, failure_kind, next_try_at, reads_left, clock } }: Pick<Overview, 'site'>) {
  const now = useNow(MINUTE_MS)
  const when = (iso: string) => briefInBothZones(Date.parse(iso), now)
  return (
    <Section id="site" title="Auction site">
      <Facts>
        <Fact name="State">
          {state === 'ok' ? 'answers' : `fails${failure_kind === null ? '' : `: ${words(failure_kind)}`}`}
          {since !== null && `, since ${when(since)}`}
        </Fact>
        {next_try_at !== null && <Fact name="Next try">{when(next_try_at)}</Fact>}
        <Fact name="Reads left">
          {reads_left < 0 ? `${reads_left}: bids have overdrawn the budget` : reads_left}.{' '}
          <Link to="/admin/trends" className="underline underline-offset-4">
            For whom they are used
          </Link>
        </Fact>
        <Fact name="Clock">
          {clock === null
            ? 'never measured'
            : `${signed(clock.offset_ms)} ms against the database, ± ${Math.round(clock.error_ms)} ms, measured ${formatWait(clock.age_ms)} ago`}
        </Fact>
      </Facts>
    </Section>
  )
}

const signed = (ms: number) => `${ms < 0 ? '−' : '+'}${Math.abs(Math.round(ms))}`

const Due = ({ due }: Pick<Overview, 'due'>) => (
  <Section id="due" title="What is due">
    <Facts>
      <Fact name="Bids within ten minutes">{due.bids_soon}</Fact>
      <Fact name="Bids armed">{due.bids_armed}</Fact>
      <Fact name="Bids overdue">
        <Link to="/admin/bids" className="-my-0.5 inline-block min-w-6 py-0.5 underline underline-offset-4">
          {due.bids_overdue}
        </Link>
      </Fact>
      <Fact name="Bids being checked">{due.bids_checking}</Fact>
      <Fact name="Prices to read">{due.listings}</Fact>
    </Facts>
  </Section>
)

const Database = ({ database }: Pick<Overview, 'database'>) => (
  <Section id="database" title="Database">
    <Facts>
      <Fact name="Size">{sizeText(database.bytes)}</Fact>
      <Fact name="Slowest answer">{msText(database.slowest_answer_ms)}</Fact>
    </Facts>
  </Section>
)

const Machines = ({ jobs }: Pick<Overview, 'jobs'>) => (
  <Section id="machines" title="Background jobs">
    <Facts>
      <Fact name="Processes">
        {jobs.processes.length === 0
          ? 'none'
          : jobs.processes.map(({ host, started_at, beat_age_ms, free_bytes }) => (
              <p key={`${host} ${started_at}`}>
                {host}, last sign {formatWait(beat_age_ms)} ago, disk free: {sizeText(free_bytes)}
              </p>
            ))}
      </Fact>
      <Fact name="Jobs that wait">{jobs.waiting}</Fact>
      <Fact name="Jobs that failed">{jobs.failed}</Fact>
    </Facts>
  </Section>
)

const CHANNELS: Readonly<Record<ChannelName, string>> = {
  email: 'Mail',
  push: 'Alerts on devices',
  sms: 'Text messages',
  webhook: 'Webhooks',
}

const Deliveries = ({ deliveries }: Pick<Overview, 'deliveries'>) => (
  <Section id="deliveries" title="Messages">
    <table className="w-full text-small tabular">
      <caption className="pb-1 text-left text-ink-2">Sent and refused are those of the last hour.</caption>
      <thead className="text-ink-2">
        <tr>
          {['By', 'Waiting', 'Oldest', 'Sent', 'Refused'].map((column) => (
            <th key={column} scope="col" className="py-1 pr-2 text-left font-normal last:pr-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ channel, waiting, oldest_ms, sent, refused }) => (
          <tr key={channel} className="border-t border-line">
            <th scope="row" className="py-1 pr-2 text-left font-semibold">
              {CHANNELS[channel]}
            </th>
            <td className="py-1 pr-2">{waiting}</td>
            <td className="py-1 pr-2">{waiting === 0 ? '–' : formatWait(oldest_ms)}</td>
            <td className="py-1 pr-2">{sent}</td>
            <td className="py-1">{refused}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Section>
)

type SectionProps = { id: string; title: string; children: ReactNode }

const Section = ({ id, title, children }: SectionProps) => (
  <Card id={id} className="min-w-0 scroll-mt-20">
    <h2 className="mb-2 text-lead font-semibold">{title}</h2>
    {children}
  </Card>
)

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1">{children}</dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="wrap-anywhere tabular">{children}</dd>
  </>
)

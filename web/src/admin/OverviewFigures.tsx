import { type ChannelName, formatWait } from '@bidwell/contract'
import { MINUTE_MS } from '../time/units.ts'
import { useWhen } from '../time/use-when.ts'
import { Fact, Facts } from '../ui/cards/Facts.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Section } from '../ui/cards/Section.tsx'
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
    <Rows label="Engines" empty="No engine has run within the last hour.">
      {engines.map((engine) => (
        <EngineItem key={engine.id} engine={engine} />
      ))}
    </Rows>
  </Section>
)

const STATES = {
  fit: { tone: 'success', icon: CircleCheck },
  unfit: { tone: 'warning', icon: TriangleAlert },
  silent: { tone: 'danger', icon: TriangleAlert },
} as const

function EngineItem({ engine }: { engine: Overview['engines'][number] }) {
  const when = useWhen()
  const { state, unfit_reason, heartbeat_age_ms: age } = engine
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {engine.host}{' '}
        <Tag {...STATES[state]}>{state === 'unfit' ? `not fit: ${words(unfit_reason ?? '')}` : state}</Tag>
      </p>
      <p className="text-small text-ink-2 tabular">
        Engine {engine.id}, started {when(engine.started_at)}. Last sign{' '}
        {age < MINUTE_MS ? msText(age) : formatWait(age)} ago. Bids armed: {engine.armed}. Greatest delay of a timer:{' '}
        {msText(engine.timer_late_ms)}, of a bid: {msText(engine.bid_late_ms)}. Disk free: {sizeText(engine.free_bytes)}
        .
      </p>
    </li>
  )
}

function Site({ site: { state, since, failure_kind, next_try_at, reads_left, clock } }: Pick<Overview, 'site'>) {
  const when = useWhen()
  return (
    <Section id="site" title="Auction site">
      <Facts>
        <Fact name="State">
          {state === 'ok' ? 'answers' : `fails${failure_kind === null ? '' : `: ${words(failure_kind)}`}`}
          {since !== null && `, since ${when(since)}`}
        </Fact>
        {next_try_at !== null && <Fact name="Next try">{when(next_try_at)}</Fact>}
        <Fact name="Reads left">{reads_left}</Fact>
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
  <Section id="deliveries" title="Outgoing messages">
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

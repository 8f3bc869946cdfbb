import {
  type api,
  type Data,
  type Median,
  SERVICE_LEVEL,
  type ServiceClass,
  type ServiceFigures,
  type ServicePeriod,
} from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { isPaused } from '../bidding/pauses/pause-queries.ts'
import type { Ctx } from '../context/ctx.ts'

const DAY_MS = 86_400_000
/** A bid without a result counts as unknown when its moment is so long ago: before, it is merely under way. */
const UNDER_WAY_MS = 10 * 60_000
const DUE: readonly ServiceClass[] = ['accepted', 'ours', 'site', 'login', 'limit', 'ended_early', 'unknown']

/**
 * How the bids of the last days were served: those at the present site, and apart from them those at another one.
 * `isPractice`: the present site is the practice site.
 */
export async function readServiceLevel(ctx: Ctx, isPractice: boolean): Promise<Data<typeof api.readServiceLevel>> {
  const now = ctx.clock.now()
  const present: ServicePeriod[] = []
  const other: ServicePeriod[] = []
  // One after another: the figures may take their time, and leave the connections to those who wait.
  for (const days of SERVICE_LEVEL.periods) {
    const span = { after: new Date(now - days * DAY_MS), until: new Date(now) }
    const counts = await readCounts(ctx, span)
    const medians = await readMedians(ctx, span)
    for (const [isPresent, periods] of [
      [true, present],
      [false, other],
    ] as const) {
      const ofSite = counts.filter((row) => row.isPresent === isPresent)
      periods.push(presentPeriod(days, ofSite, medians.find((row) => row.isPresent === isPresent) ?? null))
    }
  }
  const figures: ServiceFigures[] = [{ practice: isPractice, periods: present }]
  if (other.some(({ due, overtaken, stopped }) => due + overtaken + stopped > 0))
    figures.push({ practice: !isPractice, periods: other })
  return { counted_at: new Date(now).toISOString(), figures }
}

type Span = { after: Date; until: Date }
type Counts = { isPresent: boolean; class: ServiceClass; bids: number; sent: number; corrected: number }
type Medians = { isPresent: boolean; leadMs: number; lateMs: number; of: number }

/** The bids that were due in the span by site and class, those without a result among them. */
async function readCounts({ db, marketplace }: Ctx, { after, until }: Span): Promise<Counts[]> {
  const overdue = new Date(until.getTime() - UNDER_WAY_MS)
  const open = (what: RawBuilder<unknown>) => sql`
    select l.marketplace, 'unknown', b.executed_at is not null, false
      from bids b join listings l on l.id = b.listing_id
     where b.fire_at > ${after} and b.fire_at <= ${overdue} and ${what}`
  const { rows } = await sql<Counts>`
    select marketplace = ${marketplace.id} as "isPresent", class, count(*)::int as bids,
           (count(*) filter (where sent))::int as sent, (count(*) filter (where corrected))::int as corrected
      from (select marketplace, class, sent, corrected from measured_bids
             where due_at > ${after} and due_at <= ${until}
            union all ${open(sql`b.status = 'executed' and b.outcome is null`)}
            union all ${open(sql`b.status = 'pending' and not ${isPaused}`)}) m
     group by 1, 2`.execute(db)
  return rows
}

const middleOf = (column: RawBuilder<unknown>) => sql`percentile_disc(0.5) within group (order by ${column})`

async function readMedians({ db, marketplace }: Ctx, { after, until }: Span): Promise<Medians[]> {
  const { rows } = await sql<Medians>`
    select marketplace = ${marketplace.id} as "isPresent", count(*)::int as of,
           ${middleOf(sql`lead_ms`)} as "leadMs", ${middleOf(sql`late_ms`)} as "lateMs"
      from measured_bids
     where due_at > ${after} and due_at <= ${until} and lead_ms is not null and class = any(${DUE}::text[])
     group by 1`.execute(db)
  return rows
}

function presentPeriod(days: number, counts: readonly Counts[], medians: Medians | null): ServicePeriod {
  const inClass = (name: ServiceClass) => counts.find((row) => row.class === name)?.bids ?? 0
  const dueRows = counts.filter((row) => DUE.includes(row.class))
  const sumOf = (column: 'bids' | 'sent' | 'corrected') => dueRows.reduce((sum, row) => sum + row[column], 0)
  const due = sumOf('bids')
  const hasRates = due >= SERVICE_LEVEL.fewBids
  const median = (ms: number): Median | null => (hasRates && medians !== null ? { ms, of: medians.of } : null)
  return {
    days,
    due,
    accepted: inClass('accepted'),
    ours: inClass('ours'),
    site: inClass('site'),
    login: inClass('login'),
    limit: inClass('limit'),
    ended_early: inClass('ended_early'),
    unknown: inClass('unknown'),
    sent: sumOf('sent'),
    corrected: sumOf('corrected'),
    lead: median(medians?.leadMs ?? 0),
    late: median(medians?.lateMs ?? 0),
    overtaken: inClass('overtaken'),
    stopped: inClass('stopped'),
  }
}

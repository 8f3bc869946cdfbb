import { formatWait } from '../format-wait.ts'
import { SERVICE_LEVEL, type IncidentKind, type ServiceClass } from '../service-level.ts'

/* What the pages about service and status say. */

/** The rows of the figures that are counted among due bids. */
export type ServiceRow = Exclude<ServiceClass, 'overtaken' | 'stopped'> | 'sent' | 'corrected'

/** `{site}` is the auction site's name. */
export const rows: Record<ServiceRow, { label: string; help: (site: string) => string }> = {
  sent: { label: 'Sent', help: (site) => `Bidwell sent the bid to ${site} at least once.` },
  accepted: {
    label: 'Accepted in time',
    help: (site) => `${site} took the bid before the close. Whether it won is another question.`,
  },
  ours: {
    label: 'Missed by us',
    help: () => 'Bidwell or its machine was down, late, or paused by the operator.',
  },
  site: {
    label: 'Missed by the site',
    help: (site) => `${site} was failing, or refused the bid in words that we do not know.`,
  },
  login: { label: 'Missed for the login', help: (site) => `${site} refused the stored login, or none was stored.` },
  limit: {
    label: 'Missed for a limit',
    help: (site) => `${site} took no more bids from the account, or asked us to slow down until the close.`,
  },
  ended_early: { label: 'Ended early', help: () => 'The seller ended the auction or withdrew the item.' },
  unknown: { label: 'Not known', help: (site) => `${site} has not shown what became of the bid, or not yet.` },
  corrected: { label: 'Corrected later', help: () => 'We told a result, and later evidence showed another one.' },
}

export const dueHelp = 'Bids whose moment has come.'
export const notDue = (overtaken: number, stopped: number) =>
  `Not counted as due: ${bids(overtaken)} whose maximum the price had passed, and ${bids(stopped)} that their owners had cancelled or paused.`
export const tooFew = `Fewer than ${SERVICE_LEVEL.fewBids} bids were due: too few for rates, so only counts are shown.`
export const noBids = 'No bid was due in this time.'
export const countOf = (count: number, of: number) => `${number(count)} of ${number(of)}`
/** `98.3%`. */
export const shareOf = (count: number, of: number) => `${((count / of) * 100).toFixed(1)}%`
export const leadHelp = 'How long before the close the bid arrived, by the site’s clock.'
export const lateHelp = 'How long after its chosen moment the bid arrived.'
export const lead = (seconds: string, of: number) => `${seconds} s, of ${bids(of)}`
export const late = (ms: number, of: number) =>
  `${number(Math.abs(ms))} ms ${ms < 0 ? 'early' : 'late'}, of ${bids(of)}`
export const practice = 'Practice bids'
export const practiceHelp = (site: string) => `They went to a practice site, ${site}, where nothing is sold.`
export const otherPractice = 'Practice bids of earlier times'
export const otherReal = 'Bids at another site of earlier times'
export const forUsersOnly = 'The figures are shown to users of this installation. Sign in to see them.'

export const incidents: Record<IncidentKind, string> = {
  database_away: 'The database did not answer',
  no_engine: 'No bidding engine was running',
  site_failing: 'The auction site was failing or refused this installation',
  bids_overdue: 'A bid was overdue',
  channel_down: 'Mails or text messages did not go out',
  paused: 'The operator had paused bidding',
}
export const lasts = 'still going on'
export const lasted = (ms: number) => (ms < DAY_MS ? formatWait(ms) : bothUnits(ms))
export const noIncidents = 'None in the last 90 days, or since this installation began.'
export const onlyLatest = `Only the latest ${SERVICE_LEVEL.mostIncidents} are shown.`

/* Beside the operator's claims on the home page. */

export const measuresBids = 'It measures how the bids of this installation were served.'
type Measured = { days: number; due: number; accepted: number }
export const measured = ({ days, due, accepted }: Measured, isPractice: boolean) =>
  `It has measured that ${countOf(accepted, due)} due bids of the last ${days} days were accepted in time (${shareOf(accepted, due)})${isPractice ? ', at a practice site' : ''}.`
export const seeFigures = 'See the figures'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

function bothUnits(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms - days * DAY_MS) / HOUR_MS)
  const parts = [days === 1 ? '1 day' : `${days} days`]
  if (hours > 0) parts.push(hours === 1 ? '1 hour' : `${hours} hours`)
  return parts.join(' and ')
}

const number = (count: number) => count.toLocaleString('en-US')
const bids = (count: number) => `${number(count)} ${count === 1 ? 'bid' : 'bids'}`

/* The state of the installation, part by part. */

type Place = 'engines' | 'site' | 'bids' | 'alerts' | 'jobs'
export const places: Record<Place, { label: string; ok: string; trouble: (site: string) => string }> = {
  engines: {
    label: 'Bidding engines',
    ok: 'At least one runs.',
    trouble: () => 'None runs that could send bids.',
  },
  site: {
    label: 'Auction site',
    ok: 'It answers.',
    trouble: (site) => `${site} is failing: prices may be old, and bids may not get through.`,
  },
  bids: {
    label: 'Bids',
    ok: 'None is overdue.',
    trouble: () => 'The moment of at least one bid has passed, and nothing sends it.',
  },
  alerts: { label: 'Mails and text messages', ok: 'They go out.', trouble: () => 'They wait, and none goes out.' },
  jobs: {
    label: 'Background jobs',
    ok: 'They run.',
    trouble: () => 'They do not run: prices and alerts stand still.',
  },
}
export const allWell = 'Bidding works'
export const troubled = 'Not everything works'
export const cannotBid = 'Bids are not sent now'
export const pausedAll = 'The operator has paused bidding: nothing is sent until it is resumed.'
export const pausedNew = 'The operator has paused new bids: only those that were already armed are sent.'
export const notRefreshed = 'The state could not be refreshed'
export const statusForUsersOnly = 'The state is shown to users of this installation. Sign in to see it.'

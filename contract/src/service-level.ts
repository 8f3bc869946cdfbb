import * as z from 'zod/mini'

/**
 * What became of a bid, as the figures count it: one class for each bid. The first seven are of bids that were due, and add
 * up to them. `accepted`: the site took the bid before the close. `unknown`: no proof of the result, or none yet.
 * `overtaken` and `stopped` were not due: the price had passed the maximum, or the user had cancelled or paused the bid.
 */
export const ServiceClass = z.enum([
  'accepted',
  'ours',
  'site',
  'login',
  'limit',
  'ended_early',
  'unknown',
  'overtaken',
  'stopped',
])
export type ServiceClass = z.infer<typeof ServiceClass>

/** The middle value of `of` bids, ms. */
export const Median = z.object({ ms: z.int(), of: z.int() })
export type Median = z.infer<typeof Median>

/** How the bids of the last `days` days were served. */
export const ServicePeriod = z.object({
  days: z.int(),
  due: z.int(),
  accepted: z.int(),
  ours: z.int(),
  site: z.int(),
  login: z.int(),
  limit: z.int(),
  ended_early: z.int(),
  unknown: z.int(),
  /** These two are no classes: they count bids of all the classes above. */
  sent: z.int(),
  corrected: z.int(),
  /** How long before the close the bids arrived, and how long after the chosen moment; below 0 is before it. */
  lead: z.nullable(Median),
  late: z.nullable(Median),
  overtaken: z.int(),
  stopped: z.int(),
})
export type ServicePeriod = z.infer<typeof ServicePeriod>

/** How bids were served at the sites of one kind: bids at the practice site are told apart from real ones. */
export const ServiceFigures = z.object({ practice: z.boolean(), periods: z.array(ServicePeriod) })
export type ServiceFigures = z.infer<typeof ServiceFigures>

export const IncidentKind = z.enum([
  'database_away',
  'no_engine',
  'site_failing',
  'bids_overdue',
  'channel_down',
  'paused',
])
export type IncidentKind = z.infer<typeof IncidentKind>

/** A span in which something did not work; `ended_at` is null while it lasts. */
export const Incident = z.object({
  kind: IncidentKind,
  began_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
})
export type Incident = z.infer<typeof Incident>

/** How far back the figures and the incidents go, and how few bids have no rates. */
export const SERVICE_LEVEL = { periods: [7, 30, 90], incidentDays: 90, mostIncidents: 100, fewBids: 20 } as const

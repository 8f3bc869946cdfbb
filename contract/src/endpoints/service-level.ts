import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Incident, ServiceFigures } from '../service-level.ts'

/** Signed-out callers are refused where the operator has not made the figures public. */
export const readServiceLevel = {
  method: 'GET',
  path: '/service-level',
  access: 'optional',
  scope: 'read',
  summary: 'How the bids of this installation were served, counted from its own log; at most two minutes old',
  data: z.object({
    counted_at: z.iso.datetime(),
    /** The bids at the present site first, then those at another one, if there are any. */
    figures: z.array(ServiceFigures),
  }),
} as const satisfies Endpoint

/** Signed-out callers are refused where the operator has not made the state public. */
export const readServiceStatus = {
  method: 'GET',
  path: '/status',
  access: 'optional',
  scope: 'read',
  summary: 'Whether this installation bids now, and its incidents of the last 90 days',
  data: z.object({
    checked_at: z.iso.datetime(),
    /** Whether an engine runs that sends bids. */
    engines: z.enum(['ok', 'down']),
    site: z.enum(['ok', 'failing']),
    /** `overdue`: the moment of a bid has passed, and nothing sends it. */
    bids: z.enum(['ok', 'overdue']),
    /** `stuck`: mails or text messages wait, and none goes out. */
    alerts: z.enum(['ok', 'stuck']),
    /** The background jobs, which read prices and send alerts. */
    jobs: z.enum(['ok', 'down']),
    /** The operator's pause; null when it is not in force. */
    pause: z.nullable(
      z.object({ state: z.enum(['no_new', 'all']), reason: z.nullable(z.string()), since: z.iso.datetime() }),
    ),
    /** The latest first, at most a hundred. */
    incidents: z.array(Incident),
  }),
} as const satisfies Endpoint

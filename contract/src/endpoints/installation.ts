import * as z from 'zod/mini'
import { ChannelName } from '../alerts/alerts.ts'
import { ContactMessage } from '../contact.ts'
import { type Endpoint, NoData } from '../endpoint.ts'
import { MetricName, SiteHealth, SiteTime } from '../installation.ts'

export const readOperator = {
  method: 'GET',
  path: '/operator',
  access: 'anyone',
  scope: 'open',
  summary: 'How to reach whoever operates this installation, and whether it sends mails',
  data: z.object({
    /** Null where the operator publishes no address. */
    support_email: z.nullable(z.string()),
    /** Whether a message by `POST /contact` reaches somebody. */
    takes_messages: z.boolean(),
    /** Whether a page of the installation shows its mails. Its address is the operator's secret. */
    has_mailbox: z.boolean(),
  }),
} as const satisfies Endpoint

/** Not found where nobody would receive it. Limited by the caller's network, and by the account of a signed-in caller. */
export const sendMessage = {
  method: 'POST',
  path: '/contact',
  access: 'optional',
  scope: 'people',
  summary: 'Send a message to whoever operates this installation',
  body: ContactMessage,
  data: NoData,
} as const satisfies Endpoint

export const readClock = {
  method: 'GET',
  path: '/clock',
  access: 'anyone',
  scope: 'open',
  summary: "The auction site's time now",
  data: SiteTime,
} as const satisfies Endpoint

export const readHealth = {
  method: 'GET',
  path: '/health',
  access: 'anyone',
  scope: 'open',
  summary: 'Whether this process can serve, whether the auction site answers, and whether alerts go out',
  data: z.object({
    status: z.literal('ok'),
    site: SiteHealth,
    /** The channels over which nothing goes out, each with when the oldest of what waits was queued. */
    waiting: z.array(z.object({ channel: ChannelName, since: z.iso.datetime() })),
    /** What was set aside and needs an operator; the administrator's page lists it. */
    alarms: z.int(),
    /** What tells this installation from others: `bidwell doctor` finds out with it where an address leads. */
    installation: z.string(),
  }),
} as const satisfies Endpoint

/** Fails with 503 and the code `not_ready`; the message names the reason in a word. */
export const readReady = {
  method: 'GET',
  path: '/ready',
  access: 'anyone',
  scope: 'open',
  summary: 'Whether a balancer should send calls to this process: else 503, while it stops or its database is away',
  data: z.object({ status: z.literal('ready') }),
} as const satisfies Endpoint

const HOUR_MS = 3_600_000

export const reportMetric = {
  method: 'POST',
  path: '/performance-metrics',
  access: 'anyone',
  scope: 'open',
  summary: 'Record how fast a page was for its user, for the figures of the operator',
  body: z.strictObject({
    metric: MetricName,
    value: z.number().check(z.minimum(0), z.maximum(HOUR_MS)),
    /** The address of the page. Only its path is stored. */
    url: z.url().check(z.maxLength(2_048)),
    /** When it was measured, epoch ms by the browser's clock. */
    timestamp: z.int().check(z.minimum(0)),
    userAgent: z.string().check(z.maxLength(500)),
  }),
  data: NoData,
} as const satisfies Endpoint

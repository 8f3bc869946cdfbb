import * as z from 'zod/mini'
import { AlertLink, AlertPreferences, WireDelivery } from '../../alerts/alerts.ts'
import { type Endpoint, IdParams } from '../../endpoint.ts'
import { PAGE } from '../../limits.ts'

export const readAlertPreferences = {
  method: 'GET',
  path: '/alerts/preferences',
  access: 'signed-in',
  scope: 'people',
  summary: 'Which alerts go out over which channels, and when not',
  data: AlertPreferences,
} as const satisfies Endpoint

export const changeAlertPreferences = {
  method: 'PUT',
  path: '/alerts/preferences',
  access: 'signed-in',
  scope: 'people',
  summary: 'Choose the channels for kinds of alerts, quiet hours and the time zone',
  body: AlertPreferences,
  data: AlertPreferences,
} as const satisfies Endpoint

export const listDeliveries = {
  method: 'GET',
  path: '/alerts/log',
  access: 'signed-in',
  scope: 'people',
  summary: "What went out to the user's places in the last 90 days, and what did not and why, latest first",
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE.maxLimit))),
  }),
  data: z.object({ deliveries: z.array(WireDelivery), next_cursor: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const testDestination = {
  method: 'POST',
  path: '/alerts/destinations/:id/test',
  access: 'signed-in',
  scope: 'people',
  spends: 'log',
  summary: 'Send a test alert to one place, the whole way; the log of alerts says where it ended',
  params: IdParams,
  data: z.object({ delivery_id: z.uuid() }),
} as const satisfies Endpoint

const LinkToken = z.string().check(z.maxLength(200))

export const readAlertLink = {
  method: 'GET',
  path: '/alerts/link',
  access: 'anyone',
  scope: 'open',
  summary: 'What the link of an alert would do',
  query: z.strictObject({ token: LinkToken }),
  data: AlertLink,
} as const satisfies Endpoint

export const followAlertLink = {
  method: 'POST',
  path: '/alerts/link',
  access: 'anyone',
  scope: 'open',
  summary: 'Do what the link of an alert says: end mails of a kind, mute an auction, or cancel a bid',
  body: z.strictObject({ token: LinkToken }),
  data: AlertLink,
} as const satisfies Endpoint

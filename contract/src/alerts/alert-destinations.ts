import * as z from 'zod/mini'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { ALERTS } from './alert-limits.ts'
import { ChannelName } from './alerts.ts'

/** The services whose form of a webhook Bidwell knows. `standard` is a signed call for programs: https://www.standardwebhooks.com */
export const WebhookPreset = z.enum(['standard', 'ntfy', 'gotify', 'telegram', 'discord', 'home_assistant', 'apprise'])
export type WebhookPreset = z.infer<typeof WebhookPreset>

/** A place to which alerts go. */
export const Destination = z.object({
  id: z.int(),
  channel: ChannelName,
  label: z.string(),
  /** Of a webhook and of a browser only the origin: the rest of the address may be a secret. */
  address: z.string(),
  /** Of a webhook; null for the others. */
  preset: z.nullable(WebhookPreset),
  /** Until then, nothing but a code is sent there. */
  verified_at: z.nullable(z.iso.datetime()),
  /** Alerts no longer go there. `stop`: its owner has answered STOP. */
  stopped_at: z.nullable(z.iso.datetime()),
  stopped_because: z.nullable(z.string()),
  /** Since when every alert to it has failed. */
  failing_since: z.nullable(z.iso.datetime()),
  /** Until when the former secret signs beside the new one. */
  former_secret_until: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
})
export type Destination = z.infer<typeof Destination>

export const listDestinations = {
  method: 'GET',
  path: '/alerts/destinations',
  access: 'signed-in',
  summary: 'Where alerts go, and whether a phone number can be added',
  data: z.object({
    destinations: z.array(Destination),
    /** `unavailable`: this installation sends none. */
    text_messages: z.enum(['available', 'not_in_plan', 'unavailable']),
  }),
} as const satisfies Endpoint

export const removeDestination = {
  method: 'DELETE',
  path: '/alerts/destinations/:id',
  access: 'signed-in',
  spends: 'safety',
  summary: 'Remove a place to which alerts go; not the e-mail address, which is that of the account',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

const label = z.string().check(z.maxLength(ALERTS.maxLabelLength))

export const NewWebhook = z.strictObject({
  label,
  preset: WebhookPreset,
  /** As the service shows it. Telegram needs none. */
  url: z.optional(z.string().check(z.maxLength(ALERTS.maxUrlLength))),
  /** What Gotify and Telegram ask for, and a protected topic of ntfy. */
  token: z.optional(z.string().check(z.maxLength(300))),
  /** Of Telegram: a number, or the name of a channel. */
  chat_id: z.optional(z.string().check(z.maxLength(64))),
})
export type NewWebhook = z.infer<typeof NewWebhook>

/** The secret with which a standard webhook is signed. It is shown once. */
const Secret = z.string()

export const addWebhook = {
  method: 'POST',
  path: '/alerts/destinations/webhook',
  access: 'recently-proven',
  spends: 'log',
  summary: 'Send alerts to a webhook. The same address again replaces its settings, and turns it on',
  body: NewWebhook,
  data: z.object({ destination: Destination, secret: z.nullable(Secret) }),
} as const satisfies Endpoint

export const rotateSecret = {
  method: 'POST',
  path: '/alerts/destinations/:id/secret',
  access: 'recently-proven',
  spends: 'log',
  summary: 'Make a new secret for a standard webhook. For 24 hours, the former one signs too',
  params: IdParams,
  data: z.object({ destination: Destination, secret: Secret }),
} as const satisfies Endpoint

export const addPhone = {
  method: 'POST',
  path: '/alerts/destinations/sms',
  access: 'recently-proven',
  spends: 'log',
  summary: 'Send a code to a phone number, which proves that it is yours; again, another code',
  body: z.strictObject({ phone_number: z.string().check(z.maxLength(40)) }),
  data: z.object({ destination: Destination }),
} as const satisfies Endpoint

export const verifyPhone = {
  method: 'POST',
  path: '/alerts/destinations/:id/verify',
  access: 'signed-in',
  spends: 'log',
  summary: 'Prove a phone number by the code that was sent to it',
  params: IdParams,
  body: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  data: z.object({ destination: Destination }),
} as const satisfies Endpoint

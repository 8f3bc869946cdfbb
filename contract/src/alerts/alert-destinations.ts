import * as z from 'zod/mini'
import { ALERTS } from '../limits.ts'
import { ChannelName } from './alerts.ts'

/** The services whose form of a webhook Bidwell knows. `standard` is a signed call for programs: https://www.standardwebhooks.com */
export const WebhookPreset = z.enum(['standard', 'ntfy', 'discord', 'apprise'])
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
  created_at: z.iso.datetime(),
})
export type Destination = z.infer<typeof Destination>

const label = z.string().check(z.maxLength(ALERTS.maxLabelLength))

export const NewWebhook = z.strictObject({
  label,
  preset: WebhookPreset,
  /** As the service shows it. */
  url: z.optional(z.string().check(z.maxLength(ALERTS.maxUrlLength))),
  /** What a protected topic of ntfy asks for. */
  token: z.optional(z.string().check(z.maxLength(300))),
})
export type NewWebhook = z.infer<typeof NewWebhook>

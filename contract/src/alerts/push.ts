import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'

/** What the service worker shows of an alert, as the JSON that is encrypted for one browser. */
export type PushPayload = {
  /** The delivery's id, with which the worker reports that it has shown the alert. */
  id: string
  title: string
  text: string
  /** The page that it leads to. */
  path: string
  /** A later alert with the same tag takes the place of an earlier one. */
  tag: string
  image: string | null
  actions: readonly { label: string; path: string }[]
  urgent: boolean
}

const base64url = (bytes: number, message: string) =>
  z.string(message).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), message))

/** Where a browser receives pushes, and the secret by which they are encrypted for it (RFC 8291). */
const PushAuth = base64url(16, 'auth must be the 16 bytes that the browser gave, in base64url')
const PushKeys = z.strictObject(
  {
    p256dh: base64url(65, "p256dh must be the browser's public key of 65 bytes, in base64url"),
    auth: PushAuth,
  },
  'keys must hold p256dh and auth',
)
const PushEndpoint = z
  .string('endpoint must be the address that the browser gave')
  .check(
    z.regex(/^https?:\/\/[^\s/]\S*$/, 'endpoint must be an address that starts with https://'),
    z.maxLength(2_000, 'endpoint must have at most 2,000 characters'),
  )

/** As `PushSubscription.toJSON()` has it, without the time at which it expires: no browser states one. */
const PushSubscription = z.strictObject({ endpoint: PushEndpoint, keys: PushKeys })
export type PushSubscription = z.infer<typeof PushSubscription>

export const readPushKey = {
  method: 'GET',
  path: '/alerts/push-key',
  access: 'signed-in',
  summary: 'The key to which a browser subscribes for pushes',
  data: z.object({
    /** The public key of this installation, 65 bytes in base64url. Null until the jobs have run once. */
    key: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export const storePushDestination = {
  method: 'POST',
  path: '/alerts/destinations/push',
  access: 'signed-in',
  summary: 'Send alerts to this browser too, or renew its subscription',
  body: PushSubscription,
  data: z.object({ destination: z.object({ id: z.int(), label: z.string() }) }),
} as const satisfies Endpoint

/** Signed in or not: whoever knows the secret of the old subscription is the browser that had it. */
export const replacePushDestination = {
  method: 'POST',
  path: '/alerts/destinations/push/replacement',
  access: 'anyone',
  summary:
    'Put the subscription that a browser has now in the place of its former one; answers the same for an unknown one',
  body: z.strictObject({
    ...PushSubscription.shape,
    former: z.strictObject({ endpoint: PushEndpoint, auth: PushAuth }),
  }),
  data: NoData,
} as const satisfies Endpoint

export const reportShown = {
  method: 'POST',
  path: '/alerts/shown',
  access: 'anyone',
  summary: 'A device has shown an alert; answers the same for an unknown one',
  body: z.strictObject({
    /** The delivery's id, which the device and its user know. */
    id: z.uuid('id must be the id of a delivery'),
  }),
  data: NoData,
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { PushAuth, PushEndpoint, PushSubscription } from '../../alerts/push.ts'
import { type Endpoint, NoData } from '../../endpoint.ts'

export const readPushKey = {
  method: 'GET',
  path: '/alerts/push-key',
  access: 'signed-in',
  scope: 'people',
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
  scope: 'people',
  summary: 'Send alerts to this browser too, or renew its subscription',
  body: PushSubscription,
  data: z.object({ destination: z.object({ id: z.int(), label: z.string() }) }),
} as const satisfies Endpoint

/** Signed in or not: whoever knows the secret of the old subscription is the browser that had it. */
export const replacePushDestination = {
  method: 'POST',
  path: '/alerts/destinations/push/replacement',
  access: 'anyone',
  scope: 'open',
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
  scope: 'open',
  summary: 'A device has shown an alert; answers the same for an unknown one',
  body: z.strictObject({
    /** The delivery's id, which the device and its user know. */
    id: z.uuid('id must be the id of a delivery'),
  }),
  data: NoData,
} as const satisfies Endpoint

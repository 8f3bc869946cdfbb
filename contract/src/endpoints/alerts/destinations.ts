import * as z from 'zod/mini'
import { Destination, NewWebhook } from '../../alerts/alert-destinations.ts'
import { type Endpoint, IdParams, NoData } from '../../endpoint.ts'

export const listDestinations = {
  method: 'GET',
  path: '/alerts/destinations',
  access: 'signed-in',
  scope: 'people',
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
  scope: 'people',
  spends: 'safety',
  summary: 'Remove a place to which alerts go; not the e-mail address, which is that of the account',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

export const addWebhook = {
  method: 'POST',
  path: '/alerts/destinations/webhook',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Send alerts to a webhook. The same address again replaces its settings and its secret, and turns it on',
  body: NewWebhook,
  /** `secret` signs a standard webhook. It is shown once. */
  data: z.object({ destination: Destination, secret: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const addPhone = {
  method: 'POST',
  path: '/alerts/destinations/sms',
  access: 'recently-proven',
  scope: 'people',
  spends: 'log',
  summary: 'Send a code to a phone number, which proves that it is yours; again, another code',
  body: z.strictObject({ phone_number: z.string().check(z.maxLength(40)) }),
  data: z.object({ destination: Destination }),
} as const satisfies Endpoint

export const verifyPhone = {
  method: 'POST',
  path: '/alerts/destinations/:id/verify',
  access: 'signed-in',
  scope: 'people',
  spends: 'log',
  summary: 'Prove a phone number by the code that was sent to it',
  params: IdParams,
  body: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  data: z.object({ destination: Destination }),
} as const satisfies Endpoint

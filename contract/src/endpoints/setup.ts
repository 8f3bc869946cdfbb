import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'

export const readSetupStatus = {
  method: 'GET',
  path: '/setup/status',
  access: 'signed-in',
  scope: 'people',
  summary: 'Whether to offer the guided tour',
  data: NoData,
  top: z.object({ status: z.object({ should_show_guided_tour: z.boolean() }) }),
} as const satisfies Endpoint

export const completeTour = {
  method: 'POST',
  path: '/setup/complete-tour',
  access: 'signed-in',
  scope: 'people',
  summary: 'Record that the user went through the guided tour',
  data: NoData,
} as const satisfies Endpoint

export const skipTour = {
  method: 'POST',
  path: '/setup/skip-tour',
  access: 'signed-in',
  scope: 'people',
  summary: 'Record that the user does not want the guided tour',
  data: NoData,
} as const satisfies Endpoint

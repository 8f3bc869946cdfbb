import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { FeatureAccess, FeatureLimits, Pricing, SnipeUsage, TrialStatus } from '../plan.ts'

export const readTrialStatus = {
  method: 'GET',
  path: '/trial/status',
  access: 'signed-in',
  scope: 'people',
  summary: 'Whether the free trial runs, and what is left of it',
  data: TrialStatus,
} as const satisfies Endpoint

export const startTrial = {
  method: 'POST',
  path: '/trial/start',
  access: 'signed-in',
  scope: 'people',
  summary: 'Start the free trial, once per person',
  data: TrialStatus,
} as const satisfies Endpoint

export const readFeatureLimits = {
  method: 'GET',
  path: '/features/limits',
  access: 'signed-in',
  scope: 'people',
  summary: "The plan's limits and what is used of them",
  data: FeatureLimits,
} as const satisfies Endpoint

export const readAuctionAccess = {
  method: 'GET',
  path: '/features/access/auction',
  access: 'signed-in',
  scope: 'people',
  summary: 'Whether the plan allows to track one more auction',
  data: FeatureAccess,
} as const satisfies Endpoint

export const readSnipeAccess = {
  method: 'GET',
  path: '/features/access/snipe',
  access: 'signed-in',
  scope: 'people',
  summary: 'Whether the plan allows to schedule one more bid',
  data: FeatureAccess,
} as const satisfies Endpoint

export const readSnipeUsage = {
  method: 'GET',
  path: '/features/snipes/usage',
  access: 'signed-in',
  scope: 'people',
  summary: 'The bids that count against the month, one by one',
  data: SnipeUsage,
} as const satisfies Endpoint

/** Scheduling counts by itself, in the transaction that stores the bid: this call counts nothing, however often it is made. */
export const incrementSnipes = {
  method: 'POST',
  path: '/features/snipes/increment',
  access: 'signed-in',
  scope: 'people',
  summary: 'Read the count after scheduling a bid. Scheduling itself has counted the bid',
  data: z.object({ snipe_current: z.int(), snipe_limit: z.int(), snipe_remaining: z.int() }),
} as const satisfies Endpoint

export const readPricing = {
  method: 'GET',
  path: '/subscription/pricing',
  access: 'anyone',
  scope: 'open',
  summary: 'The plans, their prices and limits. Not found where this installation has no plans',
  data: Pricing,
} as const satisfies Endpoint

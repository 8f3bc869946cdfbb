import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { NotStopped } from './pause.ts'

/** The state of the user's login at the auction site. The user name is masked; the password is never sent. */
export const IntegrationStatus = z.object({
  hasCredentials: z.boolean(),
  username: z.nullable(z.string()),
  hasValidToken: z.boolean(),
  tokenExpired: z.boolean(),
  lastVerified: z.nullable(z.iso.datetime()),
  /** The site has refused the login, and no bid is sent until another login works. */
  refused: z.boolean(),
  /** Why the last login failed, in the site's words where it answered; null when it succeeded. */
  problem: z.nullable(z.string()),
  /** Another account of the installation stores the same login. */
  shared: z.boolean(),
})
export type IntegrationStatus = z.infer<typeof IntegrationStatus>

/** The new status, and the bids that are still sent with the former login. */
export const LoginChange = z.extend(IntegrationStatus, { not_stopped: z.array(NotStopped) })
export type LoginChange = z.infer<typeof LoginChange>

export const SiteCredentials = z.strictObject({
  username: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(1_024)),
})
export type SiteCredentials = z.infer<typeof SiteCredentials>

const provider = z.strictObject({ provider: z.literal('shopgoodwill') })

/** Replies when engines have released every bid that could still be sent with a replaced login. */
export const storeCredentials = {
  method: 'POST',
  path: '/:provider/credentials',
  access: 'recently-proven',
  spends: 'log',
  summary: 'Try credentials at the site and, if they work, encrypt and store them',
  params: provider,
  body: SiteCredentials,
  data: LoginChange,
} as const satisfies Endpoint

/** Replies when engines have released every bid that could still be sent with the login. */
export const removeCredentials = {
  method: 'DELETE',
  path: '/:provider/credentials',
  access: 'recently-proven',
  spends: 'safety',
  summary: 'Delete the stored credentials and the site token',
  params: provider,
  data: LoginChange,
} as const satisfies Endpoint

export const readCredentialsStatus = {
  method: 'GET',
  path: '/credentials',
  access: 'signed-in',
  summary: 'Whether credentials are stored, and whether they work',
  data: IntegrationStatus,
} as const satisfies Endpoint

export const readTokenStatus = {
  method: 'GET',
  path: '/:provider/token/status',
  access: 'signed-in',
  summary: "The site token's state",
  params: provider,
  data: IntegrationStatus,
} as const satisfies Endpoint

export const dropToken = {
  method: 'DELETE',
  path: '/:provider/token',
  access: 'signed-in',
  summary: 'Delete the site token; the next use signs in again',
  params: provider,
  data: IntegrationStatus,
} as const satisfies Endpoint

export const renewToken = {
  method: 'POST',
  path: '/:provider/token/refresh',
  access: 'signed-in',
  summary: 'Sign in at the site again with the stored credentials',
  params: provider,
  body: z.optional(z.nullable(z.strictObject({}))),
  data: IntegrationStatus,
} as const satisfies Endpoint

/** The auction site's name and address. `practice` marks the stand-in site. */
export const SiteInfo = z.object({
  provider: z.literal('shopgoodwill'),
  name: z.string(),
  home_url: z.string(),
  practice: z.boolean(),
  /** False on an installation without plans: everything is unlimited, and nothing about plans is shown. */
  shows_plans: z.boolean(),
  /** False where no text messages are sent: nothing offers them. */
  sends_sms: z.boolean(),
})
export type SiteInfo = z.infer<typeof SiteInfo>

export const readSite = {
  method: 'GET',
  path: '/site',
  access: 'anyone',
  summary: 'Which auction site this installation bids on',
  data: SiteInfo,
} as const satisfies Endpoint

/** Refused with 404 where the site is the real one. */
export const listPracticeLot = {
  method: 'POST',
  path: '/practice-lots',
  access: 'signed-in',
  spends: 'practice',
  summary: 'List a lot at the practice site that ends in two minutes',
  data: z.object({ url: z.string() }),
} as const satisfies Endpoint

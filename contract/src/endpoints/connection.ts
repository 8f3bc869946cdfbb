import * as z from 'zod/mini'
import { ConnectionStatus, LoginChange, SiteCredentials, SiteInfo } from '../connection.ts'
import type { Endpoint } from '../endpoint.ts'

const provider = z.strictObject({ provider: z.literal('shopgoodwill') })

/** Replies when engines have released every bid that could still be sent with a replaced login. */
export const storeCredentials = {
  method: 'POST',
  path: '/:provider/credentials',
  access: 'recently-proven',
  scope: 'people',
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
  scope: 'people',
  spends: 'safety',
  summary: 'Delete the stored credentials and the site token',
  params: provider,
  data: LoginChange,
} as const satisfies Endpoint

export const readCredentialsStatus = {
  method: 'GET',
  path: '/credentials',
  access: 'signed-in',
  scope: 'people',
  summary: 'Whether credentials are stored, and whether they work',
  data: ConnectionStatus,
} as const satisfies Endpoint

export const readTokenStatus = {
  method: 'GET',
  path: '/:provider/token/status',
  access: 'signed-in',
  scope: 'people',
  summary: "The site token's state",
  params: provider,
  data: ConnectionStatus,
} as const satisfies Endpoint

export const dropToken = {
  method: 'DELETE',
  path: '/:provider/token',
  access: 'signed-in',
  scope: 'people',
  summary: 'Delete the site token; the next use signs in again',
  params: provider,
  data: ConnectionStatus,
} as const satisfies Endpoint

export const renewToken = {
  method: 'POST',
  path: '/:provider/token/refresh',
  access: 'signed-in',
  scope: 'people',
  summary: 'Sign in at the site again with the stored credentials',
  params: provider,
  body: z.optional(z.nullable(z.strictObject({}))),
  data: ConnectionStatus,
} as const satisfies Endpoint

export const readSite = {
  method: 'GET',
  path: '/site',
  access: 'anyone',
  scope: 'open',
  summary: 'Which auction site this installation bids on',
  data: SiteInfo,
} as const satisfies Endpoint

/** Refused with 404 where the site is the real one. */
export const listPracticeAuction = {
  method: 'POST',
  path: '/practice-auctions',
  access: 'signed-in',
  scope: 'people',
  spends: 'practice',
  summary: 'List an auction at the practice site that ends in two minutes',
  data: z.object({ url: z.string() }),
} as const satisfies Endpoint

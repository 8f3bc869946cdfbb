import * as z from 'zod/mini'
import { TaxBase } from '../bids/delivered-price.ts'
import type { Endpoint } from '../endpoint.ts'
import { Login, Profile, Registration } from '../identity/account.ts'
import { NewSession, Token } from '../identity/session.ts'

export const register = {
  method: 'POST',
  path: '/auth/register',
  access: 'anyone',
  scope: 'open',
  summary: 'Open an account and sign in',
  body: Registration,
  data: z.object({ profile: Profile }),
  top: Token,
} as const satisfies Endpoint

export const signIn = {
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  scope: 'open',
  summary: 'Sign in by e-mail and password',
  body: Login,
  data: z.object({ profile: Profile }),
  top: NewSession,
} as const satisfies Endpoint

export const readProfile = {
  method: 'GET',
  path: '/profile',
  access: 'signed-in',
  scope: 'people',
  summary: 'The signed-in user',
  data: Profile,
  top: z.object({ subscription_tier: z.string() }),
} as const satisfies Endpoint

export const changeProfile = {
  method: 'PATCH',
  path: '/profile',
  access: 'signed-in',
  scope: 'people',
  spends: 'log',
  summary: 'Change preferences',
  body: z.strictObject({
    default_seconds_before_end: z.optional(z.number()),
    day_limit: z.optional(z.nullable(z.number())),
    week_limit: z.optional(z.nullable(z.number())),
    month_limit: z.optional(z.nullable(z.number())),
    shipping_zip: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
    tax_percent: z.optional(z.number()),
    tax_on: z.optional(TaxBase),
    quote_margin_percent: z.optional(z.number()),
  }),
  data: Profile,
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { type Endpoint, NoData } from '../endpoint.ts'

const MAX_TOKEN_LENGTH = 100

/** To everybody else, and with any other token, the call does not exist. */
export const appointAdmin = {
  method: 'POST',
  path: '/admin/appointment',
  access: 'signed-in',
  scope: 'people',
  summary: 'Become the first administrator, with an address of the operator and the token that the terminal printed',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(MAX_TOKEN_LENGTH)) }),
  data: NoData,
} as const satisfies Endpoint

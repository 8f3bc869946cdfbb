import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

export const readOperator = {
  method: 'GET',
  path: '/operator',
  access: 'anyone',
  summary: 'How to reach whoever operates this installation',
  /** Null where the operator publishes no address. */
  data: z.object({ support_email: z.nullable(z.string()) }),
} as const satisfies Endpoint

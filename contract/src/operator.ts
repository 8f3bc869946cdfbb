import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

export const readOperator = {
  method: 'GET',
  path: '/operator',
  access: 'anyone',
  summary: 'How to reach whoever operates this installation, and whether it sends mails',
  data: z.object({
    /** Null where the operator publishes no address. */
    support_email: z.nullable(z.string()),
    /** Whether a message by `POST /contact` reaches somebody. */
    takes_messages: z.boolean(),
    /** Whether a page of the installation shows its mails. Its address is the operator's secret. */
    has_mailbox: z.boolean(),
  }),
} as const satisfies Endpoint

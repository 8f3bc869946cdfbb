import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

export const readOperator = {
  method: 'GET',
  path: '/operator',
  access: 'anyone',
  summary: 'How to reach whoever operates this installation, and where its mails are shown',
  data: z.object({
    /** Null where the operator publishes no address. */
    support_email: z.nullable(z.string()),
    /** Whether a message by `POST /contact` reaches somebody. */
    takes_messages: z.boolean(),
    /** The path of the page that shows all mails; null where mails are sent, or where there are none. */
    mailbox_path: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

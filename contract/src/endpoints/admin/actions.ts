import * as z from 'zod/mini'
import type { Endpoint } from '../../endpoint.ts'

const CursorQuery = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(100))) })

export const listAdminActions = {
  method: 'GET',
  path: '/admin/actions',
  access: 'admin',
  scope: 'people',
  summary: 'What administrators did, with their reasons, latest first',
  query: CursorQuery,
  data: z.object({
    actions: z.array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        /** Null once the account of the administrator is gone. */
        administrator: z.nullable(z.string()),
        action: z.string(),
        /** What it was about, such as `account 12`. */
        subject: z.string(),
        reason: z.string(),
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

import * as z from 'zod/mini'
import * as messages from './messages/index.ts'

/** Why the administrator acts. The log of actions keeps it. */
export const AdminReason = z
  .string()
  .check(z.trim(), z.minLength(1, messages.admin.reasonRequired), z.maxLength(500, messages.admin.reasonTooLong))

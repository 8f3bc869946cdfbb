import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { MAX_KEYS_LENGTH, RestoreProgress } from '../restore.ts'

const MAX_CODE_LENGTH = 100
/** Of the longest name that file systems have. */
const MAX_NAME_LENGTH = 255
const Ticket = z.string().check(z.regex(/^[\w-]{43}$/, 'ticket must be one that the API has given'))

/**
 * Not found once the installation has an account, and where its programs are not started together. The file's bytes follow by
 * `POST /restore/pieces?ticket=…&number=…`, a piece each, numbered from 1; all but the last one have `piece_bytes`.
 */
export const beginRestore = {
  method: 'POST',
  path: '/restore',
  access: 'anyone',
  scope: 'open',
  summary: 'Announce a backup for an installation without accounts, with the code that its terminal showed',
  body: z.strictObject({
    code: z.string().check(z.maxLength(MAX_CODE_LENGTH)),
    /** The text of `keys.env` where the backup was made. */
    keys: z.string().check(z.maxLength(MAX_KEYS_LENGTH)),
    file: z.strictObject({
      // Terminals and logs show it.
      name: z.string().check(z.maxLength(MAX_NAME_LENGTH), z.regex(/^[^\p{C}/\\]+$/u)),
      bytes: z.int().check(z.minimum(1)),
    }),
  }),
  data: z.object({
    /** Stands for the restore until Bidwell is started again. */
    ticket: Ticket,
    piece_bytes: z.int(),
  }),
} as const satisfies Endpoint

/** While the rows are loaded, all other calls fail with 503. */
export const followRestore = {
  method: 'GET',
  path: '/restore/:ticket',
  access: 'anyone',
  scope: 'open',
  summary: 'How far a restore is, and how it ended',
  params: z.strictObject({ ticket: Ticket }),
  data: RestoreProgress,
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { Import, NewImport, UndoneLine } from '../auctions/imports.ts'
import { type Endpoint, IdParams } from '../endpoint.ts'
import { IMPORT } from '../limits.ts'

/**
 * Checks each line, and takes all or none. Answers 422 `rule_broken` with the lines that break a rule, up to a hundred of them; 403
 * `plan_limit_reached` when the plan has no room for all; 409 `conflict` while another import of the account is in progress; 429
 * `rate_limited` after thirty calls within six hours, refused ones among them.
 */
export const importAuctions = {
  method: 'POST',
  path: '/imports',
  access: 'signed-in',
  scope: 'track',
  summary: 'Track up to 500 auctions in the background, read one a second; an API token cannot have them bid on',
  spends: 'imports',
  maxBytes: IMPORT.maxCallBytes,
  body: NewImport,
  data: z.object({ import: Import }),
} as const satisfies Endpoint

export const listImports = {
  method: 'GET',
  path: '/imports',
  access: 'signed-in',
  scope: 'read',
  summary: 'The imports of the last week, latest first, and how far they are',
  data: z.object({ imports: z.array(Import) }),
} as const satisfies Endpoint

export const readImport = {
  method: 'GET',
  path: '/imports/:id',
  access: 'signed-in',
  scope: 'read',
  summary: 'An import, with the lines of which not everything was done',
  params: IdParams,
  data: z.object({ import: Import, undone: z.array(UndoneLine) }),
} as const satisfies Endpoint

export const cancelImport = {
  method: 'POST',
  path: '/imports/:id/cancel',
  access: 'signed-in',
  scope: 'track',
  summary: 'Leave out the lines of an import that are not done; what is tracked stays',
  params: IdParams,
  data: z.object({ import: Import }),
} as const satisfies Endpoint

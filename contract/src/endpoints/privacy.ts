import * as z from 'zod/mini'
import { AdminReason } from '../admin.ts'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { EmailInput } from '../identity/account.ts'
import { NotStopped } from '../pause.ts'
import { AccountExport, BidAtStake, Deletion } from '../privacy.ts'

export const exportAccount = {
  method: 'GET',
  path: '/account/export',
  access: 'recently-proven',
  scope: 'people',
  summary: 'Everything that is stored about the account, as one file',
  data: NoData,
  file: AccountExport,
} as const satisfies Endpoint

export const previewDeletion = {
  method: 'GET',
  path: '/account/deletion',
  access: 'signed-in',
  scope: 'people',
  summary: 'What deleting the account would do now',
  data: z.object({
    /** How long signing in cancels the deletion. */
    grace_days: z.int(),
    has_site_login: z.boolean(),
    /** Pending bids, and bids at the site whose auctions have not been settled. */
    bids: z.array(BidAtStake),
  }),
} as const satisfies Endpoint

/** Ends all sessions of the account, this one too. Replies when engines have released the bids that can be stopped. */
export const deleteAccount = {
  method: 'DELETE',
  path: '/account',
  access: 'recently-proven',
  scope: 'people',
  summary: 'Delete the account: its site login and pending bids at once, the rest after the days of grace',
  data: z.object({ due_at: z.iso.datetime(), not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

export const listDeletions = {
  method: 'GET',
  path: '/admin/deletions',
  access: 'admin',
  scope: 'people',
  summary: 'The requests to delete accounts, at most a hundred: open ones first, then the latest',
  data: z.object({ deletions: z.array(Deletion) }),
} as const satisfies Endpoint

/** The owner of the account is told the reason by mail. */
export const deleteAccountOf = {
  method: 'POST',
  path: '/admin/deletions',
  access: 'admin-proven',
  scope: 'people',
  summary: 'Delete the account of somebody else, with a reason',
  body: z.strictObject({ email: EmailInput.check(z.minLength(1)), reason: AdminReason }),
  data: z.object({ due_at: z.iso.datetime(), not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

/** Cancels a request, whoever made it. The owner of the account is told by mail. */
export const keepAccount = {
  method: 'POST',
  path: '/admin/deletions/:id/cancel',
  access: 'admin-proven',
  scope: 'people',
  summary: 'Cancel a request to delete an account',
  params: IdParams,
  body: z.strictObject({ reason: AdminReason }),
  data: NoData,
} as const satisfies Endpoint

import * as z from 'zod/mini'

/** What a check ahead of a bid can find. Codes are public API: add, never rename. */
export const PreflightCode = z.enum([
  'login_missing',
  'login_refused',
  /** The site refused several logins in a row, so none is tried for a while. */
  'login_paused',
  'login_too_short',
  'item_missing',
  'item_withdrawn',
  'item_ended',
  'item_ended_early',
  'end_moved',
  'price_past_maximum',
  'below_next_bid',
  'leading_many',
  'unpaid_items',
  'account_limit',
  /** Could not be checked. */
  'site_unreachable',
])
export type PreflightCode = z.infer<typeof PreflightCode>

/** What mends a finding; each is a button. */
export const Remedy = z.enum(['raise_bid', 'reconnect', 'review_item', 'pay_at_site', 'none'])
export type Remedy = z.infer<typeof Remedy>

export const PreflightFinding = z.object({
  code: PreflightCode,
  /** Red: as things stand the bid will fail. Amber: it may, or that could not be told. */
  severity: z.enum(['red', 'amber']),
  /** One or two sentences for the bid's owner. */
  message: z.string(),
  remedy: Remedy,
  /** Where that is done, for what is done at the site. */
  url: z.nullable(z.string()),
})
export type PreflightFinding = z.infer<typeof PreflightFinding>

/** The latest check ahead of a bid. Nothing found: ready. */
export const Preflight = z.object({
  /** On the site's clock. */
  checked_at: z.iso.datetime(),
  /** The worst first. */
  findings: z.array(PreflightFinding),
})

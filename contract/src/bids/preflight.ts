import * as z from 'zod/mini'

/** What a preflight check can find. Codes are public API: add codes, never rename one. */
export const PreflightCode = z.enum([
  'login_missing',
  'login_refused',
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
  /** The check was not possible. */
  'site_unreachable',
])
export type PreflightCode = z.infer<typeof PreflightCode>

/** The action that resolves a finding; each is a button. */
export const Remedy = z.enum(['raise_bid', 'reconnect', 'review_item', 'pay_at_site', 'none'])
export type Remedy = z.infer<typeof Remedy>

export const PreflightFinding = z.object({
  code: PreflightCode,
  /** Red: the bid will fail unless the user acts. Amber: it may fail, or the check was not possible. */
  severity: z.enum(['red', 'amber']),
  /** One or two sentences for the bid's owner. */
  message: z.string(),
  remedy: Remedy,
  /** The page for a remedy at the site; null for a remedy in Bidwell. */
  url: z.nullable(z.string()),
})
export type PreflightFinding = z.infer<typeof PreflightFinding>

/** The latest preflight check of a bid. Without findings, the bid is ready. */
export const Preflight = z.object({
  /** On the site's clock. */
  checked_at: z.iso.datetime(),
  /** Most severe first. */
  findings: z.array(PreflightFinding),
})

import * as z from 'zod/mini'
import { NotStopped } from './pause.ts'

/** The state of the user's login at the auction site. The user name is masked; the password is never sent. */
export const ConnectionStatus = z.object({
  hasCredentials: z.boolean(),
  username: z.nullable(z.string()),
  hasValidToken: z.boolean(),
  tokenExpired: z.boolean(),
  lastVerified: z.nullable(z.iso.datetime()),
  /** The site has refused the login, and no bid is sent until another login works. */
  refused: z.boolean(),
  /** Why the last login failed, in the site's words where it answered; null when it succeeded. */
  problem: z.nullable(z.string()),
  /** Another account of the installation stores the same login. */
  shared: z.boolean(),
})
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

/** The new status, and the bids that are still sent with the former login. */
export const LoginChange = z.extend(ConnectionStatus, { not_stopped: z.array(NotStopped) })
export type LoginChange = z.infer<typeof LoginChange>

export const SiteCredentials = z.strictObject({
  username: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(1_024)),
})
export type SiteCredentials = z.infer<typeof SiteCredentials>

/** The auction site's name and address. `practice` marks the stand-in site. */
export const SiteInfo = z.object({
  provider: z.literal('shopgoodwill'),
  name: z.string(),
  home_url: z.string(),
  practice: z.boolean(),
  /** False on an installation without plans: everything is unlimited, and nothing about plans is shown. */
  shows_plans: z.boolean(),
  /** False where no text messages are sent: nothing offers them. */
  sends_sms: z.boolean(),
  /** People may keep searches with alerts. */
  has_searches: z.boolean(),
})
export type SiteInfo = z.infer<typeof SiteInfo>

import * as z from 'zod/mini'

/** What the user was doing when a session ended. */
export const RecoveryAction = z.enum([
  'adding_auction',
  'scheduling_snipe',
  'updating_settings',
  'viewing_dashboard',
  'placing_bid',
  'general',
])
export type RecoveryAction = z.infer<typeof RecoveryAction>

export const RecoverySnapshot = z.object({
  url: z.string(),
  timestamp: z.number(),
  actionContext: z.object({
    action: RecoveryAction,
    formData: z.record(z.string(), z.string()),
    auctionId: z.optional(z.string()),
    bidAmount: z.optional(z.number()),
    auctionTitle: z.optional(z.string()),
  }),
  userContext: z.object({ scrollPosition: z.number(), previousPage: z.optional(z.string()) }),
})
export type RecoverySnapshot = z.infer<typeof RecoverySnapshot>

/** Derives what the user was doing from the current path. */
export function classifyAction(path: string, bidAmount?: number): RecoveryAction {
  if (path.startsWith('/dashboard')) {
    if (path.includes('add-auction')) return 'adding_auction'
    if (path.includes('snipe') || path.includes('bid')) return 'scheduling_snipe'
    return 'viewing_dashboard'
  }
  if (path.startsWith('/settings')) return 'updating_settings'
  return bidAmount === undefined ? 'general' : 'placing_bid'
}

export const LoginFailureType = z.enum(['invalid_credentials', 'account_locked', 'network_error', 'unknown'])
export type LoginFailureType = z.infer<typeof LoginFailureType>

/** Derives the type of a failed login from its message. */
export function classifyLoginFailure(message: string): LoginFailureType {
  const text = message.toLowerCase()
  if (/locked|account/.test(text)) return 'account_locked'
  if (/credentials|invalid|password/.test(text)) return 'invalid_credentials'
  if (/network|connection|timeout/.test(text)) return 'network_error'
  return 'unknown'
}

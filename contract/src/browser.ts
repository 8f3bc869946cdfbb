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

const Fields = z.record(z.string(), z.string())

/** What was typed and not sent: values by the fields' names. */
export const SavedFormData = z.object({
  /** The fields of each form, by the form's name and, after `#`, the site's number of the auction it is for. */
  forms: z.record(z.string(), Fields),
  /** The fields outside any form. */
  standalone: Fields,
  /** Epoch ms. */
  timestamp: z.number(),
  actionType: RecoveryAction,
  /** Whether there is anything to return to the page. */
  isValid: z.boolean(),
})
export type SavedFormData = z.infer<typeof SavedFormData>

/** What a page was when its session ended, kept in session storage until its user has signed in again. */
export const RecoverySnapshot = z.object({
  /** The snapshot is used for this user alone. */
  userId: z.string(),
  /** The path and the query of the page's address. */
  url: z.string(),
  /** Epoch ms. */
  timestamp: z.number(),
  actionContext: z.object({
    action: RecoveryAction,
    formData: SavedFormData,
    /** The site's number of the auction whose form was in use. */
    auctionId: z.optional(z.string()),
    /** The typed maximum, dollars. */
    bidAmount: z.optional(z.number()),
    auctionTitle: z.optional(z.string()),
  }),
  userContext: z.object({
    /** Pixels from the top of the page. */
    scrollPosition: z.number(),
    /** The path and the query of the page before this one. */
    previousPage: z.optional(z.string()),
  }),
})
export type RecoverySnapshot = z.infer<typeof RecoverySnapshot>

/** What a form that is in use is for. */
export type FormAction = 'adding_auction' | 'scheduling_snipe'

type PageInUse = {
  /** The path of the page's address, without the query: that may hold any word. */
  path: string
  /** The `FormAction` of the form that the user was filling in. */
  formAction?: string | undefined
  /** The maximum that was typed and not sent, dollars. */
  bidAmount?: number | undefined
}

/** Derives what the user was doing: from the form in use, otherwise from the page's path. */
export function classifyAction({ path, formAction, bidAmount }: PageInUse): RecoveryAction {
  const [, section, ...rest] = path.split('/')
  if (formAction === 'adding_auction') return 'adding_auction'
  if (section === 'dashboard') {
    if (rest.includes('add-auction')) return 'adding_auction'
    if (formAction === 'scheduling_snipe' || rest.includes('snipe') || rest.includes('bid')) return 'scheduling_snipe'
    return 'viewing_dashboard'
  }
  if (section === 'settings') return 'updating_settings'
  return bidAmount === undefined ? 'general' : 'placing_bid'
}

export const SignInFailureType = z.enum(['invalid_credentials', 'account_locked', 'network_error', 'unknown'])
export type SignInFailureType = z.infer<typeof SignInFailureType>

/** Derives the type of a failed login from its message. */
export function classifySignInFailure(message: string): SignInFailureType {
  const text = message.toLowerCase()
  if (/locked|account/.test(text)) return 'account_locked'
  if (/credentials|invalid|password/.test(text)) return 'invalid_credentials'
  if (/network|connection|timeout/.test(text)) return 'network_error'
  return 'unknown'
}

/** How somebody who could not sign in tried to get in after all. */
export const RecoveryMethod = z.enum(['password_reset', 'google_oauth', 'contact_support'])
export type RecoveryMethod = z.infer<typeof RecoveryMethod>

import * as z from 'zod/mini'

/** How somebody who could not sign in tried to get in after all. */
export const RecoveryMethod = z.enum(['password_reset', 'google_oauth', 'contact_support'])

export type RecoveryMethod = z.infer<typeof RecoveryMethod>

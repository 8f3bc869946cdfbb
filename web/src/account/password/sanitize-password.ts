/**
 * Removes HTML tags from a password. Each form of the account does so while the user types: registration removes the
 * tags, so a login that kept them would fail.
 */
export const sanitizePassword = (typed: string): string => typed.replace(/<[^>]*>/g, '')

/**
 * Removes HTML tags from a typed password. Every form that sends a password must do so: registration removes the tags,
 * so a login that keeps them would fail.
 */
export const sanitizePassword = (typed: string): string => typed.replace(/<[^>]*>/g, '')

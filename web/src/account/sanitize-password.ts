/**
 * A password as it is sent. The product takes HTML tags out of a new password, so every form that takes one must do
 * the same: else a password with a tag in it would open nothing.
 */
export const sanitizePassword = (typed: string): string => typed.replace(/<[^>]*>/g, '')

/** Pages that need nothing of the signed-in user: nothing is checked or loaded for them. */
const EXEMPT = new Set([
  '/',
  '/privacy',
  '/admin',
  '/about',
  '/help',
  '/reset-password',
  '/email-verification',
  '/verify-email',
  '/test-palette',
  '/test-bid-scheduler',
])

export const isPublicPath = (pathname: string): boolean => EXEMPT.has(pathname)

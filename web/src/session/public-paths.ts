const PUBLIC_PATHS = new Set([
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

/** Whether a page works without a user: it loads no user data and checks no session. */
export const isPublicPath = (pathname: string): boolean => PUBLIC_PATHS.has(pathname)

import type { IntegrationStatus } from '@bidwell/contract'

/** Whether Bidwell is signed in at the site just now. */
export function tokenStatusText({ hasValidToken, tokenExpired }: IntegrationStatus): string {
  if (hasValidToken && !tokenExpired) return 'Signed in'
  return tokenExpired ? 'Run out; renewed before the next bid' : 'Not signed in'
}

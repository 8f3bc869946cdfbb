import type { IntegrationStatus } from '@bidwell/contract'

/** Whether Bidwell is signed in to the site. */
export function tokenStatusText({ hasValidToken, tokenExpired }: IntegrationStatus): string {
  if (hasValidToken && !tokenExpired) return 'Signed in'
  return tokenExpired ? 'Run out; renewed before the next bid' : 'Not signed in'
}

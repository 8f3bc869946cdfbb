import { CONNECTION, type ConnectionStatus, messages } from '@bidwell/contract'

export type Badge = {
  kind: 'checking' | 'setup_required' | 'auth_required' | 'expires_soon' | 'connected'
  text: string
}

const { badge } = messages.connection

/** The badge for the login's status, most urgent first. `status` is undefined while it loads; `now` is epoch ms. */
export function badgeOf(status: ConnectionStatus | undefined, now: number): Badge {
  if (status === undefined) return { kind: 'checking', text: badge.checking }
  if (!status.hasCredentials) return { kind: 'setup_required', text: badge.setupRequired }
  if (!status.hasValidToken || status.tokenExpired) return { kind: 'auth_required', text: badge.authRequired }
  if (validityLeftMs(status, now) < CONNECTION.expiresSoonMs) return { kind: 'expires_soon', text: badge.expiresSoon }
  return { kind: 'connected', text: badge.connected }
}

/** How long the last verification remains valid, ms; 0 when the login was never verified. */
function validityLeftMs({ lastVerified }: ConnectionStatus, now: number): number {
  return lastVerified === null ? 0 : Date.parse(lastVerified) + CONNECTION.validityMs - now
}

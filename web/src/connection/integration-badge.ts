import { INTEGRATION, type IntegrationStatus, messages } from '@bidwell/contract'

export type Badge = {
  kind: 'checking' | 'setup_required' | 'auth_required' | 'expires_soon' | 'connected'
  says: string
  /** Something to do about it in the settings. */
  needsAct: boolean
}

const { badge: says } = messages.connection

/** What the badge shows, the most pressing first; `status` is undefined until it is known. `now` is epoch ms. */
export function badgeOf(status: IntegrationStatus | undefined, now: number): Badge {
  if (status === undefined) return { kind: 'checking', says: says.checking, needsAct: false }
  if (!status.hasCredentials) return { kind: 'setup_required', says: says.setupRequired, needsAct: true }
  if (!status.hasValidToken || status.tokenExpired) {
    return { kind: 'auth_required', says: says.authRequired, needsAct: true }
  }
  if (validityLeftMs(status, now) < INTEGRATION.expiresSoonMs) {
    return { kind: 'expires_soon', says: says.expiresSoon, needsAct: true }
  }
  return { kind: 'connected', says: says.connected, needsAct: false }
}

/** How long the last verification still counts, ms; nothing when there never was one. */
function validityLeftMs({ lastVerified }: IntegrationStatus, now: number): number {
  return lastVerified === null ? 0 : Date.parse(lastVerified) + INTEGRATION.validityMs - now
}

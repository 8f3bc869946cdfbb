import { messages, SESSION } from '@bidwell/contract'
import { useEffect, useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { exchangeToken } from '../api/exchange-token.ts'
import { TOKEN_LOCK, withCrossTabLock } from '../api/refresh-session.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { claimsOf, endStoredSession, readToken, storeToken } from '../api/session-token.ts'
import { siteClock } from '../time/site-clock.ts'
import { useNow } from '../time/use-now.ts'
import { dismiss, toastAction, toastError, toastSuccess, toastWarning } from '../ui/overlays/toasts.tsx'
import { readSession, useSession } from './session.ts'

const CHECK_INTERVAL_MS = 10_000

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** Offers, in a toast, to extend the session ten minutes before it ends. */
export function SessionWarning() {
  const session = useSession()
  const [failures, setFailures] = useState(0)
  useNow(CHECK_INTERVAL_MS)
  const endsAt = session.kind === 'signed-in' && !session.expired ? session.endsAt : null
  // The device's own clock may be wrong; the site's clock comes from the server.
  const leftMs = endsAt === null ? Infinity : endsAt - siteClock.now()
  const isDue = leftMs > 0 && leftMs <= SESSION.warnBeforeMs

  useEffect(() => {
    if (!isDue || endsAt === null) return undefined
    const staySignedIn = async () => {
      const { mayRetry } = await extendSession()
      if (mayRetry) setFailures((count) => count + 1)
    }
    const id = `session-ends-${endsAt}-${failures}`
    toastAction('warning', messages.endingSession.endsSoon(clock.format(endsAt)), {
      id,
      help: messages.endingSession.endsSoonHelp,
      label: 'Stay signed in',
      act: () => void staySignedIn(),
    })
    return () => dismiss(id)
  }, [endsAt, isDue, failures])
  return null
}

type Outcome = 'extended' | 'at-longest' | 'signed-out' | 'ended' | 'no-new-token' | 'failed'

/** Extends the session of this browser, and tells the user how it went. Returns whether another try may help. */
async function extendSession(): Promise<{ mayRetry: boolean }> {
  const outcome = await withCrossTabLock(TOKEN_LOCK, extend).catch(outcomeOfError)
  // First, since toasts go away with the session of their user.
  if (outcome !== 'ended') readSession()
  REPORT[outcome]()
  return { mayRetry: outcome === 'failed' || outcome === 'no-new-token' }
}

async function extend(): Promise<Outcome> {
  const token = readToken()
  if (token === null) return 'signed-out'
  const next = await exchangeToken(token, { extend: true })
  // The user has signed out meanwhile: the new token must not bring the session back.
  if (readToken() !== token) return 'signed-out'
  if (next === null) {
    endStoredSession()
    return 'ended'
  }
  const end = claimsOf(next)?.session_exp
  if (end === undefined) return 'no-new-token'
  storeToken(next)
  return end > (claimsOf(token)?.session_exp ?? 0) ? 'extended' : 'at-longest'
}

/** A reply that was received and cannot be read has no token. */
const outcomeOfError = (error: unknown): Outcome =>
  isApiError(error, 'unreadable') && error.status < 300 ? 'no-new-token' : 'failed'

const REPORT: Record<Outcome, () => void> = {
  extended: () => toastSuccess(messages.endingSession.extended),
  'at-longest': () =>
    toastWarning(`${messages.endingSession.extensionFailed}. ${messages.endingSession.cannotBeExtended}`),
  // Whose page has just gone.
  'signed-out': () => toastError(messages.endingSession.loginRequired, { ofPage: false }),
  ended: () => {
    emitSessionExpired(messages.endingSession.loginExpired)
    toastError(messages.endingSession.loginExpired)
  },
  'no-new-token': () => toastError(messages.endingSession.noNewToken),
  failed: () => toastError(messages.endingSession.extensionFailed),
}

import { messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { deviceClock } from '../time/device-clock.ts'
import { toastAction } from '../ui/overlays/toasts.tsx'
import { isNewVersion } from './new-version.ts'

const MIN_INTERVAL_MS = 10 * 60_000
const EVERY_MS = 60 * 60_000

/** Any page of the app: the server sends the same document for all. */
const APP_PAGE = '/dashboard'

/**
 * Offers to load a new version once the installation has one, when the user returns to the page or every hour. It never
 * loads it by itself: an unsent maximum would be lost.
 */
export function UpdateNotice() {
  useEffect(() => {
    const stop = new AbortController()
    let checkedAt = deviceClock.monotonic()
    let offered = false

    async function check() {
      if (offered || document.visibilityState !== 'visible') return
      checkedAt = deviceClock.monotonic()
      const response = await fetch(APP_PAGE, { cache: 'no-store', credentials: 'omit', signal: stop.signal })
      if (!response.ok || !isNewVersion(openScript(), await response.text())) return
      offered = true
      toastAction('warning', messages.page.newVersion, {
        id: 'new-version',
        help: messages.page.newVersionHelp,
        label: 'Load it',
        act: () => window.location.reload(),
      })
    }

    // Without an answer there is nothing to offer; the next check asks again.
    const checkQuietly = () => void check().catch(() => {})
    const onReturn = () => {
      if (deviceClock.monotonic() - checkedAt >= MIN_INTERVAL_MS) checkQuietly()
    }
    document.addEventListener('visibilitychange', onReturn, { signal: stop.signal })
    const timer = setInterval(checkQuietly, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
  return null
}

const openScript = (): string | null => document.querySelector('script[type=module]')?.getAttribute('src') ?? null

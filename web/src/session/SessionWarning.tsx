import { messages, SESSION } from '@bidwell/contract'
import { useEffect, useState } from 'react'
import { siteClock } from '../time/site-clock.ts'
import { useNow } from '../time/use-now.ts'
import { dismiss, toastAction } from '../ui/overlays/toasts.tsx'
import { extendSession } from './extend-session.ts'
import { useSession } from './session.ts'

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
    const extend = async () => {
      const { mayRetry } = await extendSession()
      if (mayRetry) setFailures((count) => count + 1)
    }
    const id = `session-ends-${endsAt}-${failures}`
    toastAction('warning', messages.endingSession.endsSoon(clock.format(endsAt)), {
      id,
      help: messages.endingSession.endsSoonHelp,
      label: 'Stay signed in',
      act: () => void extend(),
    })
    return () => dismiss(id)
  }, [endsAt, isDue, failures])
  return null
}

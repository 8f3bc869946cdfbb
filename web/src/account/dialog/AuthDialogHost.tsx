import { useEffect } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'
import { type Session, useSession } from '../../session/session.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { useInBrowser } from '../../ui/use-in-browser.ts'
import { type AuthMode, isAuthMode, isForEverybody, presetEmail, setSignInPurpose } from './open-auth-dialog.ts'

const AuthDialog = lazyDialog(async () => (await import('./AuthDialog.tsx')).AuthDialog)

/** After the page has rendered, so that the dialog's code is loaded before the user clicks Sign in. */
const PRELOAD_DELAY_MS = 1_500

const LAST_MODE_KEY = 'auth_mode'
const OPENED = 'auth-dialog-opened'

/** Opens the dialog on `open-auth-modal` events. The address contains the mode, so that Back closes the dialog. */
export function AuthDialogHost() {
  const [params] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const inBrowser = useInBrowser()
  const requested = params.get('auth')
  const mode = isAuthMode(requested) && canOpen(requested, session) ? requested : null

  /** What follows the # stays: a page may have its token there. */
  const go = (search: URLSearchParams, options: NavigateOptions) =>
    void navigate({ search: search.toString(), hash: location.hash }, options)

  const show = (next: AuthMode, { replace }: { replace: boolean }) => {
    sessionStorage.setItem(LAST_MODE_KEY, next)
    const changed = new URLSearchParams(params)
    changed.set('auth', next)
    // The mark on the history entry tells `close` that opening added an entry, so going back is safe.
    go(changed, { replace, state: replace ? location.state : OPENED })
  }

  const close = () => {
    if (location.state === OPENED) {
      void navigate(-1)
      return
    }
    const changed = new URLSearchParams(params)
    changed.delete('auth')
    go(changed, { replace: true })
  }

  useEffect(() => {
    const listener = (event: Event) => {
      const eventMode = event instanceof CustomEvent ? event.detail?.mode : undefined
      const lastMode = sessionStorage.getItem(LAST_MODE_KEY)
      const next = [eventMode, lastMode].find(isAuthMode) ?? 'login'
      // The page may not show the dialog yet when a second click asks for it: the address knows at once.
      const current = new URLSearchParams(window.location.search).get('auth')
      if (next !== current) show(next, { replace: current !== null })
    }
    window.addEventListener('open-auth-modal', listener)
    return () => window.removeEventListener('open-auth-modal', listener)
  })

  const signedOut = session.kind === 'signed-out'
  useEffect(() => {
    if (mode !== null) return
    presetEmail('')
    // Closed by signing in, the dialog leaves the purpose to the page.
    if (signedOut) setSignInPurpose(null)
  }, [mode, signedOut])

  useEffect(() => {
    if (!signedOut) return undefined
    const timer = setTimeout(AuthDialog.preload, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [signedOut])

  if (mode === null || !inBrowser) return null
  return <AuthDialog mode={mode} onMode={(next) => show(next, { replace: true })} onClose={close} />
}

const canOpen = (mode: AuthMode, { kind }: Session): boolean =>
  kind === 'signed-out' || (kind === 'signed-in' && isForEverybody(mode))

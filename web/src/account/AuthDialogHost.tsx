import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../session/session.ts'
import { type AuthMode, isAuthMode } from './open-auth-dialog.ts'
import { OverlayLoading } from '../ui/overlays/OverlayLoading.tsx'

const loadDialog = () => import('./AuthDialog.tsx')
const AuthDialog = lazy(async () => ({ default: (await loadDialog()).AuthDialog }))

/** After the page has drawn itself; nobody who presses Sign in should wait for the form. */
const FETCH_AHEAD_MS = 1_500

const LAST_MODE = 'auth_mode'
const OPENED = 'auth-dialog-opened'

/** Listens for `open-auth-modal` and keeps the dialog's mode in the address, so that Back closes it. */
export function AuthDialogHost() {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const asked = params.get('auth')
  const mode = session.kind === 'signed-out' && isAuthMode(asked) ? asked : null

  const show = (next: AuthMode, { replace }: { replace: boolean }) => {
    sessionStorage.setItem(LAST_MODE, next)
    const changed = new URLSearchParams(params)
    changed.set('auth', next)
    // Remembered in the entry itself: closing may go back only if opening went forward.
    setParams(changed, { replace, state: replace ? location.state : OPENED })
  }

  const close = () => {
    if (location.state === OPENED) {
      void navigate(-1)
      return
    }
    const changed = new URLSearchParams(params)
    changed.delete('auth')
    setParams(changed, { replace: true })
  }

  useEffect(() => {
    const listener = (event: Event) => {
      const wanted = event instanceof CustomEvent ? event.detail?.mode : undefined
      const last = sessionStorage.getItem(LAST_MODE)
      show(isAuthMode(wanted) ? wanted : isAuthMode(last) ? last : 'login', { replace: mode !== null })
    }
    window.addEventListener('open-auth-modal', listener)
    return () => window.removeEventListener('open-auth-modal', listener)
  })

  const signedOut = session.kind === 'signed-out'
  useEffect(() => {
    if (!signedOut) return undefined
    const timer = setTimeout(() => void loadDialog().catch(() => {}), FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [signedOut])

  if (mode === null) return null
  return (
    <Suspense fallback={<OverlayLoading />}>
      <AuthDialog mode={mode} onMode={(next) => show(next, { replace: true })} onClose={close} />
    </Suspense>
  )
}

import { messages } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPublicPath } from '../session/public-paths.ts'
import { signIn } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../ui/toasts/toasts.tsx'
import { LoginForm } from './LoginForm.tsx'
import type { AuthMode } from './open-auth-dialog.ts'
import { RegisterForm } from './RegisterForm.tsx'

type AuthDialogProps = {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  onClose: () => void
}

/** One dialog for every way in; a mode is a title, a form, and the way to its neighbour. */
export function AuthDialog({ mode, onMode, onClose }: AuthDialogProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const enter = (token: string) => {
    signIn(token)
    if (mode === 'register') toastSuccess(messages.account.createdBare)
    // Somebody stopped at a guarded page goes on to it.
    void navigate(isPublicPath(pathname) ? '/dashboard' : pathname, { replace: true })
  }

  const modes = {
    login: {
      title: 'Sign in',
      form: <LoginForm onSignedIn={enter} />,
      otherwise: 'No account yet?',
      other: { mode: 'register', label: 'Create an account' },
    },
    register: {
      title: 'Create an account',
      form: <RegisterForm onSignedIn={enter} />,
      otherwise: 'Have an account?',
      other: { mode: 'login', label: 'Sign in instead' },
    },
  } as const satisfies Record<AuthMode, unknown>

  const fields = useRef<HTMLDivElement>(null)
  const shown = useRef(mode)
  useEffect(() => {
    // Whoever changes the mode goes on in the new form; where the focus begins is the dialog's own affair.
    if (shown.current !== mode) fields.current?.querySelector('input')?.focus()
    shown.current = mode
  }, [mode])

  const { title, form, otherwise, other } = modes[mode]
  return (
    <Dialog onClose={onClose} title={title} ignoreOutsideClicks>
      <div ref={fields}>{form}</div>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-4 text-ink-2">
        {otherwise}
        <Button variant="quiet" onClick={() => onMode(other.mode)}>
          {other.label}
        </Button>
      </div>
    </Dialog>
  )
}

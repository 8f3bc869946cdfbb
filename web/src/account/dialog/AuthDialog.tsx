import { messages } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPublicPath } from '../../session/public-paths.ts'
import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { LoginForm } from '../login/LoginForm.tsx'
import { RegisterForm } from '../register/RegisterForm.tsx'
import type { AuthMode } from './open-auth-dialog.ts'

type AuthDialogProps = {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  onClose: () => void
}

/** The dialog for signing in and for creating an account. */
export function AuthDialog({ mode, onMode, onClose }: AuthDialogProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const onSignedIn = (token: string) => {
    signIn(token)
    if (mode === 'register') toastSuccess(messages.account.createdWithoutEmail)
    // If the page below the dialog requires signing in, stay on it.
    void navigate(isPublicPath(pathname) ? '/dashboard' : pathname, { replace: true })
  }

  const modes = {
    login: {
      title: 'Sign in',
      form: <LoginForm onSignedIn={onSignedIn} />,
      question: 'No account yet?',
      other: { mode: 'register', label: 'Create an account' },
    },
    register: {
      title: 'Create an account',
      form: <RegisterForm onSignedIn={onSignedIn} />,
      question: 'Have an account?',
      other: { mode: 'login', label: 'Sign in instead' },
    },
  } as const satisfies Record<AuthMode, unknown>

  const formArea = useRef<HTMLDivElement>(null)
  const shownMode = useRef(mode)
  useEffect(() => {
    // Only after a change of mode: when the dialog opens, it sets the focus itself.
    if (shownMode.current !== mode) formArea.current?.querySelector('input')?.focus()
    shownMode.current = mode
  }, [mode])

  const { title, form, question, other } = modes[mode]
  return (
    <Dialog onClose={onClose} title={title} ignoreOutsideClicks>
      <div ref={formArea}>{form}</div>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-4 text-ink-2">
        {question}
        <Button variant="quiet" onClick={() => onMode(other.mode)}>
          {other.label}
        </Button>
      </div>
    </Dialog>
  )
}

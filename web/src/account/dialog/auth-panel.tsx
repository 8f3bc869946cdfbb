import { messages, type NewSession, type PendingSignIn } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { GoogleSection } from '../google/GoogleSection.tsx'
import { GoogleTerms } from '../google/GoogleTerms.tsx'
import { MailboxNote } from '../MailboxNote.tsx'
import { type Registered, RegisterForm } from '../RegisterForm.tsx'
import { ForgotPasswordForm } from '../reset/ForgotPasswordForm.tsx'
import { ResetPassword } from '../reset/ResetPassword.tsx'
import { SignInForm } from '../sign-in/SignInForm.tsx'
import { ResendVerification } from '../verification/ResendVerification.tsx'
import type { AuthMode, SignInPurpose } from './open-auth-dialog.ts'

type Panel = {
  title: string
  description?: string | undefined
  form: ReactNode
  /** The way to another mode, below the form. */
  other: { mode: AuthMode; label: string; question?: string }
}

type PanelContext = {
  /** The address that the forms start with. */
  email: string
  purpose: SignInPurpose | null
  /** The token of the page's address, which a reset link contains. */
  token: string | null
  onSignedIn: (session: NewSession) => void
  onSecondFactor: (pending: PendingSignIn) => void
  onRegistered: (registered: Registered) => void
  /** Shows another form, with an address filled in. */
  switchTo: (mode: AuthMode, email: string) => void
}

const BACK_TO_SIGN_IN = { mode: 'login', label: 'Back to sign in' } as const

/** What the dialog shows in a mode. */
export function authPanel(mode: AuthMode, context: PanelContext): Panel {
  const { email, purpose, token, onSignedIn, onSecondFactor, onRegistered, switchTo } = context
  const google = { onSignedIn, onSecondFactor, onTermsNeeded: () => switchTo('googleTerms', email) }
  switch (mode) {
    case 'login':
      return {
        title: 'Sign in',
        description: purposeText(mode, purpose),
        form: (
          <>
            <GoogleSection mode="login" {...google} />
            <SignInForm
              email={email}
              onSignedIn={onSignedIn}
              onSecondFactor={onSecondFactor}
              onForgotPassword={(typed) => switchTo('forgotPassword', typed)}
            />
          </>
        ),
        other: { mode: 'register', label: 'Create an account', question: 'No account yet?' },
      }
    case 'register':
      return {
        title: 'Create an account',
        description: purposeText(mode, purpose),
        form: (
          <>
            <GoogleSection mode="register" {...google} />
            <RegisterForm email={email} onRegistered={onRegistered} />
          </>
        ),
        other: { mode: 'login', label: 'Sign in instead', question: 'Have an account?' },
      }
    case 'verifyEmail':
      return {
        title: 'Verify your email',
        description: 'We send you a link. Open it, and we know that the address is yours.',
        form: (
          <div className="flex flex-col gap-4">
            <ResendVerification email={email} />
            <MailboxNote />
          </div>
        ),
        other: BACK_TO_SIGN_IN,
      }
    case 'forgotPassword':
      return {
        title: 'Reset your password',
        description: 'We send you a link that sets a new password.',
        form: <ForgotPasswordForm email={email} />,
        other: BACK_TO_SIGN_IN,
      }
    case 'resetPassword':
      return {
        title: 'Your reset link',
        form: <ResetPassword token={token} onDone={(account) => switchTo('login', account)} />,
        other: BACK_TO_SIGN_IN,
      }
    case 'googleTerms':
      return {
        title: 'One last step',
        form: <GoogleTerms onSignedIn={onSignedIn} onSecondFactor={onSecondFactor} />,
        other: BACK_TO_SIGN_IN,
      }
  }
}

/** What the dialog says about the purpose below its title. */
function purposeText(mode: 'login' | 'register', purpose: SignInPurpose | null): string | undefined {
  if (purpose === null) return undefined
  const waits = purpose.needsAddress && mode === 'register'
  if (purpose.kind === 'checkout') {
    return (waits ? messages.plan.checkoutAfterAddress : messages.plan.checkoutNext)(purpose.planName)
  }
  if (mode === 'login') return messages.plan.signInForTrial
  return waits ? messages.plan.trialWithAddress : messages.plan.trialWithAccount
}

import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { useGoogleSettings } from './google-settings-query.ts'
import { setGoogleSection } from './google-state.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { type GoogleOutcomes, useGoogleSignIn } from './use-google-sign-in.ts'

const TEXTS = {
  login: { button: 'signin_with', failed: messages.google.signInFailed, or: 'or with your email' },
  register: { button: 'signup_with', failed: messages.google.signUpFailed, or: 'or with an email address' },
} as const

type GoogleSectionProps = GoogleOutcomes & { mode: keyof typeof TEXTS }

/** Google's button above the form for e-mail and password; nothing where signing in with Google is not set up. */
export function GoogleSection({ mode, ...outcomes }: GoogleSectionProps) {
  const settings = useGoogleSettings()
  const [isUnavailable, setIsUnavailable] = useState(false)
  const signIn = useGoogleSignIn(outcomes)
  if (settings === null) return null
  const texts = TEXTS[mode]
  const failure = isUnavailable ? texts.failed : signIn.isError ? failureText(signIn.error, texts.failed) : null
  return (
    <section aria-label="Google" ref={setGoogleSection} tabIndex={-1} className="mb-4 flex flex-col gap-3">
      {failure !== null && <ErrorBanner>{failure}</ErrorBanner>}
      <GoogleButton
        settings={settings}
        text={texts.button}
        onToken={(token) => signIn.mutate(token)}
        onUnavailable={() => setIsUnavailable(true)}
      />
      {signIn.isPending && (
        <output className="flex items-center justify-center gap-2 text-small text-ink-2">
          <Spinner /> Signing in with Google…
        </output>
      )}
      <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {texts.or}
      </p>
    </section>
  )
}

/** Google's token was refused, or Bidwell could not ask Google. */
function failureText(error: Error, refused: string): string {
  if (isApiError(error, 'rule_broken') || isApiError(error, 'google_link_needed')) return error.message
  if (isApiError(error) && error.status >= 400 && error.status < 500) return refused
  return messages.google.loginFailedForNow
}

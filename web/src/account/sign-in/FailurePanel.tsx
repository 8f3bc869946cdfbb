import { ACCOUNT, messages } from '@bidwell/contract'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { useAttempts } from './sign-in-attempt-store.ts'
import { signInFailureOf, offersAfter, panelTitle } from './sign-in-attempts.ts'

type FailurePanelProps = {
  /** The error of the latest sign-in in this form, if it failed. */
  error: Error | null
  isLocked: boolean
  /** Signs in with Google; null where Google is not configured. */
  onGoogle: (() => void) | null
  onReset: () => void
  onSupport: () => void
}

/** Says why the sign-in failed, and offers other ways in: more with each failure. */
export function FailurePanel({ error, isLocked, onGoogle, onReset, onSupport }: FailurePanelProps) {
  const attempts = useAttempts()
  if (error === null && !isLocked) return null
  const failure = error === null ? null : signInFailureOf(error)
  const current = isLocked ? attempts : { ...attempts, lockedUntil: null }
  const isLastAttempt =
    !isLocked && failure?.type === 'invalid_credentials' && attempts.refused === ACCOUNT.failuresBeforeLock - 1
  const { offer } = messages.signIn
  const offers = {
    google: onGoogle && (
      <Button key="google" size="dense" onClick={onGoogle}>
        {offer.google}
      </Button>
    ),
    reset: (
      <Button key="reset" size="dense" onClick={onReset}>
        {offer.reset}
      </Button>
    ),
    support: (
      <a
        key="support"
        href="/help"
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ size: 'dense' })}
        onClick={onSupport}
      >
        {offer.support}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    ),
  }
  const shown = offersAfter(current, { google: onGoogle !== null })
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      role="alert"
      title={panelTitle(current, failure)}
      action={
        shown.length > 0 && (
          <div className="flex w-full flex-wrap gap-2 sm:pl-8">{shown.map((which) => offers[which])}</div>
        )
      }
    >
      {isLocked ? messages.signIn.locked : failure?.message}
      {isLastAttempt && ` ${messages.signIn.lastAttempt()}`}
    </Banner>
  )
}

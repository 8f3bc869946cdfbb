import type { ComponentType } from 'react'
import { type ApiError, isApiError, messageOf } from '../api/api-error.ts'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Spinner } from '../ui/loading/placeholders.tsx'

/** Shown while the server looks at a mailed link. */
export const CheckingLink = () => (
  <output className="flex items-center gap-3 py-4 text-ink-2">
    <Spinner />
    Checking your link…
  </output>
)

type LinkNotCheckedProps = {
  /** Shows the title. A dialog has its own. */
  Heading: ComponentType<{ children: string }> | undefined
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** Says that a mailed link could not be checked, with a button that tries again. */
export const LinkNotChecked = ({ Heading, error, busy, onRetry }: LinkNotCheckedProps) => (
  <>
    {Heading && <Heading>Your link could not be checked</Heading>}
    <LoadFailure
      role="alert"
      title={messageOf(error)}
      text="You can use the same link again."
      busy={busy}
      onRetry={onRetry}
    />
  </>
)

/** Whether the server refused a mailed link for good. After any other failure, the same link may still work. */
export const isLinkRefused = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429

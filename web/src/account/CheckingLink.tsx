import { type ApiError, isApiError } from '../api/api-error.ts'
import { Spinner } from '../ui/loading/placeholders.tsx'

/** Shown while the server looks at a mailed link. */
export const CheckingLink = () => (
  <output className="flex items-center gap-3 py-4 text-ink-2">
    <Spinner />
    Checking your link…
  </output>
)

/** Whether the server refused a mailed link for good. After any other failure, the same link may still work. */
export const isLinkRefused = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429

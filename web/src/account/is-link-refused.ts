import { type ApiError, isApiError } from '../api/api-error.ts'

/** Whether the server refused a mailed link for good. After any other failure, the same link may still work. */
export const isLinkRefused = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429

import { isApiError } from '../api/api-error.ts'

/** Sign in first, ask more slowly: these say nothing about what was asked for. */
const NOT_ABOUT_IT = [401, 429]

/** Whether the server has answered that it does not allow something, so that asking again would change nothing. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'unreadable' &&
  !NOT_ABOUT_IT.includes(error.status)

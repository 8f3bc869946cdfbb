import { ApiError, isApiError } from './api-error.ts'

/** Awaits a call. When the server answered without a readable reason, the error says `fallback`. */
export async function withReason<T>(answer: Promise<T>, fallback: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!isApiError(error, 'unreadable')) throw error
    const { status, code, retryAfterMs } = error
    throw new ApiError({ status, code, message: fallback, retryAfterMs })
  }
}

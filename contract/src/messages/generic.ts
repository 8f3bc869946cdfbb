export const requestFailed = 'API request failed'
export const requestFailedWith = (status: number) => `API request failed with status ${status}`
export const notJson = (body: string) => `Failed to parse successful response as JSON: ${body.slice(0, 200)}`
/** For a failed download of a file. */
export const httpError = (status: number, text: string) => `HTTP ${status}: ${text}`.trim()
export const unknownApiError = 'An unknown API error occurred'
export const notProcessed = 'Failed to process request'
export const unknownError = 'Unknown error occurred'
export const burstLimit = (url: string) => `Burst protection: Too many requests to ${url}`
export const fieldRequired = (field: string) => `${field} is required`
export const notFound = 'Not found'
export const malformedRequest = 'That request is not well formed'
export const unavailable = 'Bidwell cannot answer just now. Your scheduled bids are kept. Please try again in a moment.'
/** `check` is the word for what failed. */
export const notReady = (check: string) => `Not ready: ${check}`
export const wrongMetricsToken = 'The metrics need the token of this installation'
export const tooManyRequests = 'Too many requests. Please wait a moment and try again.'
export const wrongContentType = 'Send JSON, with Content-Type: application/json'
export const bodyTooLarge = 'That request is too large'
export const internalError = 'Something went wrong on our side. It has been recorded.'
export const idempotencyInFlight = 'The same request is still being worked on'
export const idempotencyDone =
  'This was done the first time, and its answer is lost. Look at what is there now before you do it again.'
export const idempotencyReused = 'That Idempotency-Key was used for another request'
/** Every page loads this message; those in `login.ts` load with the sign-in dialog. */
export const networkError = 'Network error. Please check your connection and try again.'

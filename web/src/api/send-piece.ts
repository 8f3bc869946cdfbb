import { errorFromResponse, isApiError } from './api-error.ts'
import { readBody } from './read-body.ts'
import { send } from './send.ts'

/** Together less than the minute after which the server drops a file that stands still. */
const RETRIES = { most: 8, everyMs: 4_000 }

/** Sends a piece of a file; again while the connection is broken, or the server is busy. Throws `ApiError`. */
export async function sendPiece(path: string, piece: Blob, retriesLeft = RETRIES.most): Promise<void> {
  try {
    const response = await send(path, { method: 'POST', token: null, bytes: piece })
    const body = await readBody(response)
    if (!response.ok) throw errorFromResponse(response.status, response.headers.get('retry-after'), body)
  } catch (error) {
    const mayPass = isApiError(error) && [0, 429, 503].includes(error.status)
    if (!mayPass || retriesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? RETRIES.everyMs))
    await sendPiece(path, piece, retriesLeft - 1)
  }
}

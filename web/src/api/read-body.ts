import { messages } from '@bidwell/contract'
import { ApiError } from './api-error.ts'

/** The text of a response. When the connection breaks on the way, it is unknown what the server has done. */
export async function readBody(response: Response, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError({ status: response.status, code: 'unreadable', message: messages.generic.notProcessed })
  }
}

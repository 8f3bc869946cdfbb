import { API_BASE, messages } from '@bidwell/contract'
import { ApiError } from './api-error.ts'

/** One request to our server, with the token where given. Throws `ApiError` with status 0 when no answer comes. */
export async function send(
  path: string,
  {
    token,
    json,
    headers,
    ...rest
  }: Omit<RequestInit, 'headers'> & {
    token: string | null
    json?: unknown
    headers?: Record<string, string>
  },
): Promise<Response> {
  try {
    return await fetch(API_BASE + path, {
      ...rest,
      headers: {
        ...headers,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
  } catch (error) {
    // A call that was given up is no failure of the network.
    if (rest.signal?.aborted) throw error
    throw new ApiError({ status: 0, code: 'network', message: messages.login.network })
  }
}

import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { parseReply, readBody, sessionStatus } from './read-response.ts'

const broken = (error: Error) =>
  new Response(new ReadableStream({ start: (controller) => controller.error(error) }), { status: 200 })

test('A response that breaks off is reported as a request that could not be processed', async () => {
  await expect(readBody(broken(new TypeError('network error')))).rejects.toMatchObject({
    name: 'ApiError',
    status: 200,
    message: 'Failed to process request',
  })
  expect(await readBody(new Response('whole'))).toBe('whole')
})

test('A response that the page itself has aborted is no failure of the request', async () => {
  const reason = new DOMException('left', 'AbortError')
  await expect(readBody(broken(reason), AbortSignal.abort(reason))).rejects.toBe(reason)
})

const statusFor = (status: number, tokenExpired?: string) =>
  sessionStatus(
    new Response(null, { status, headers: tokenExpired === undefined ? {} : { 'X-Token-Expired': tokenExpired } }),
  )

test('A response that rejects an expired token asks for a token exchange', () => {
  expect(statusFor(401, 'true')).toBe('token-expired')
})

test('A response that rejects a wrong password leaves the session unchanged', () => {
  expect(statusFor(401, 'false')).toBe('unchanged')
})

test('A response that rejects the token for any other reason ends the session', () => {
  expect(statusFor(401)).toBe('ended')
})

test('A response with any status but 401 leaves the session unchanged', () => {
  for (const status of [200, 400, 403, 404, 429, 500, 503]) expect(statusFor(status)).toBe('unchanged')
})

const messageFor = (body: string) => {
  try {
    parseReply(api.readHealth, 200, body)
  } catch (error) {
    return error instanceof Error ? error.message : null
  }
  return null
}

test('A response whose wrapper says that it failed is a failure, in the words of the server where there are any', () => {
  expect(messageFor('{"success":false,"message":"Too warm"}')).toBe('Too warm')
  expect(messageFor('{"success":false,"error":"Too cold"}')).toBe('Too cold')
  expect(messageFor('{"success":false}')).toBe('API request failed')
})

test('A successful response that is no JSON is quoted with its first 200 characters', () => {
  expect(messageFor('x'.repeat(300))).toBe(`Failed to parse successful response as JSON: ${'x'.repeat(200)}`)
})

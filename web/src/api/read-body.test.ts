import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

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

import { api } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { parseReply } from './parse-reply.ts'

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

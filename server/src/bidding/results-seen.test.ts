import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

let bidding: Bidding
let ann: Person
let bystander: Person

beforeAll(async () => {
  bidding = await startBidding()
  ann = await bidding.api.signUp()
  bystander = await bidding.api.signUp()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const seenBy = async ({ token }: Person) => (await bidding.api.call(api.readResultsSeen, { token })).body.data.until
const note = (until: string, { token } = ann) => bidding.api.call(api.noteResultsSeen, { token, body: { until } })

test('Each browser of an account learns until when another one has shown every result, which never goes back', async () => {
  expect(await seenBy(ann)).toBeNull()
  expect((await note('2026-01-05T10:00:00.250Z')).status).toBe(200)
  expect(await seenBy(ann)).toBe('2026-01-05T10:00:00.250Z')
  await note('2026-01-04T10:00:00.000Z')
  expect(await seenBy(ann)).toBe('2026-01-05T10:00:00.250Z')
  expect(await seenBy(bystander)).toBeNull()
})

test('An instant in the future counts as now, so that no later result counts as shown', async () => {
  await note('2099-01-01T00:00:00.000Z')
  const until = Date.parse((await seenBy(ann)) ?? '')
  expect(until).toBeGreaterThan(Date.parse('2026-01-05T10:00:00.250Z'))
  expect(until).toBeLessThan(Date.parse('2099-01-01T00:00:00.000Z'))
})

test('What is no instant is refused with the name of the field, and a visitor learns and changes nothing', async () => {
  const refused = await note('yesterday')
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('until')
  expect((await bidding.api.call(api.readResultsSeen, {})).status).toBe(401)
  expect((await bidding.api.call(api.noteResultsSeen, { body: { until: '2026-01-05T10:00:00.250Z' } })).status).toBe(
    401,
  )
})

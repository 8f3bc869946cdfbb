import { api, replySchema } from '@bidwell/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { answerWriter } from './write-answer.ts'

const write = (schema: z.ZodMiniType, answer: unknown) => answerWriter({ schema, method: 'GET', url: '/' })(answer)

const Auction = z.object({
  id: z.int(),
  price: z.nullable(z.number()),
  at: z.nullable(z.iso.datetime()),
  seller: z.nullable(z.object({ name: z.string() })),
  steps: z.nullable(z.array(z.number())),
  note: z.optional(z.string()),
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sent'), at: z.int() }),
    z.object({ kind: z.literal('failed'), because: z.string() }),
  ]),
  extra: z.record(z.string(), z.number()),
})

const auction = {
  id: 7,
  price: 12.5,
  at: '2026-11-20T20:00:00.000Z',
  seller: { name: 'A "quoted"\n name, ☃ \ud83d\ude00' },
  steps: [1, 2.25],
  note: 'n',
  event: { kind: 'failed', because: 'late' },
  extra: { a: 1 },
}

test.each([
  ['whole', auction],
  ['without what it may lack', { ...auction, note: undefined }],
  ['with null where null is allowed', { ...auction, price: null, at: null, seller: null, steps: null }],
  ['of another kind', { ...auction, event: { kind: 'sent', at: 3 } }],
])('An answer that is %s is written as it is', (_name, answer) => {
  expect(JSON.parse(write(Auction, answer))).toEqual(JSON.parse(JSON.stringify(answer)))
})

test('A field that the contract does not have is never written, wherever it stands', () => {
  const leaking = {
    ...auction,
    password_hash: 'secret',
    seller: { ...auction.seller, token: 'secret' },
    event: { ...auction.event, token: 'secret' },
  }
  expect(JSON.parse(write(Auction, leaking))).toEqual(auction)
  expect(write(Auction, leaking)).not.toContain('secret')
})

test('An answer that lacks a field of the contract is not written', () => {
  const { id: _id, ...without } = auction
  expect(() => write(Auction, without)).toThrow(/"id" is required/)
})

test('Every answer of the contract can be compiled', () => {
  expect(Object.keys(api).length).toBeGreaterThan(50)
  for (const endpoint of Object.values(api)) {
    expect(() => write(replySchema(endpoint), {})).toThrow(/is required/)
  }
})

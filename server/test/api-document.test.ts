import { expect, test } from 'vitest'
import { type ApiDocument, findBrokenPromises, readKeptDocument } from './api-document.ts'

const kept = await readKeptDocument()
const broken = (change: (document: ApiDocument) => void) => {
  const after = structuredClone(kept)
  change(after)
  return findBrokenPromises(kept, after)
}
const bids = ({ paths }: ApiDocument) => paths['/api/bids']!['post']!
const bodyOf = (document: ApiDocument) => bids(document).requestBody!.content!['application/json']!.schema!
const bidOf = (document: ApiDocument) =>
  bids(document).responses!['200']!.content!['application/json']!.schema!.properties!['data']!.properties!['bid']!

test('The kept description of the last release keeps all its promises to itself', () => {
  expect(Object.keys(kept.paths).length).toBeGreaterThan(100) // an empty record would pass
  expect(broken(() => {})).toEqual([])
})

test.each<[string, (document: ApiDocument) => void, string]>([
  ['a call goes', ({ paths }) => delete paths['/api/bids']!['post'], 'POST /api/bids is gone'],
  ['a field is no longer taken', (it) => delete bodyOf(it).properties!['confirmMaxBid'], 'is no longer taken'],
  ['a field is needed', (it) => bodyOf(it).required!.push('confirmMaxBid'), '.body.confirmMaxBid is needed now'],
  [
    'a new field is needed',
    (it) => {
      bodyOf(it).properties!['note'] = { type: 'string' }
      bodyOf(it).required!.push('note')
    },
    '.body.note is needed now',
  ],
  [
    'a field gets another type',
    (it) => (bodyOf(it).properties!['maxBid'] = { type: 'string' }),
    'is number is no longer',
  ],
  [
    'a parameter is needed',
    ({ paths }) =>
      paths['/api/bids']!['get']!.parameters!.push({
        name: 'day',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    '.query:day is needed now',
  ],
  ['a field of an answer goes', (it) => delete bidOf(it).properties!['title'], 'is no longer answered'],
  ['a field of an answer may be left out', (it) => bidOf(it).required!.splice(0, 1), 'may be left out now'],
  [
    'a field of an answer may be null',
    (it) => (bidOf(it).properties!['title'] = { type: ['string', 'null'] }),
    'is null now',
  ],
])('It is noticed that %s', (_, change, fault) => {
  expect(broken(change).join('\n')).toContain(fault)
})

test('New calls, new fields that are not needed, and new fields of answers break nothing', () => {
  const faults = broken((it) => {
    it.paths['/api/new'] = { post: bids(it) }
    bodyOf(it).properties!['note'] = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
    bidOf(it).properties!['note'] = { type: 'string' }
  })
  expect(faults).toEqual([])
})

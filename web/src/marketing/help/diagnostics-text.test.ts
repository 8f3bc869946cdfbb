import { expect, test } from 'vitest'
import { type Diagnostics, diagnosticLines, diagnosticText } from './diagnostics-text.ts'

const healthy: Diagnostics = {
  api: { reachable: true, tookMs: 41.6 },
  site: 'Answers',
  google: 'not-set-up',
  clockOffsetMs: -120.4,
  uncertaintyMs: 40,
  online: true,
  build: 'index-abc.js',
  browser: 'A browser',
  failures: [{ call: 'POST /bids', status: 503, code: 'unavailable', requestId: 'r-1' }],
}

const badLines = (change: Partial<Diagnostics>) =>
  diagnosticLines({ ...healthy, ...change })
    .filter(({ bad }) => bad)
    .map(({ label, text }) => `${label}: ${text}`)

test('The text for the operator has each finding and the names of failed requests', () => {
  expect(diagnosticText(healthy)).toBe(
    `Bidwell connection check
Network: Online
Bidwell: Answers in 42 ms
Auction site: Answers
Google sign-in: Not set up here
This device’s clock: −120 ms against the auction site, exact to 40 ms
Version: index-abc.js
Browser: A browser
POST /bids: 503 unavailable, request r-1`,
  )
})

test('Each finding that stops the product is marked, and no other one', () => {
  expect(badLines({})).toEqual([])
  expect(badLines({ online: false })).toEqual(['Network: Offline'])
  expect(badLines({ api: { reachable: false, tookMs: 9 } })).toEqual(['Bidwell: Does not answer'])
  expect(badLines({ google: { reachable: false, tookMs: 9 } })).toEqual(['Google sign-in: Does not answer'])
  expect(badLines({ site: 'Does not answer' })).toEqual(['Auction site: Does not answer'])
  expect(badLines({ api: null, google: null, site: null, clockOffsetMs: null })).toEqual([])
})

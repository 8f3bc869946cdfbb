import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/lots.ts'
import { hasStatus, isTrouble } from './status-of.ts'

const auction = createAuction()
const finding = { code: 'unpaid_items', severity: 'amber', message: '', remedy: 'none', url: null } as const

test('A lot with hours to go has no status while nothing is wrong', () => {
  expect(hasStatus({ auction, bid: null }, 'watching')).toBe(false)
  expect(hasStatus({ auction, bid: createBid() }, 'armed')).toBe(false)
  const ready = createBid({ preflight: { checkedAt: 0, findings: [] } })
  expect(hasStatus({ auction, bid: ready }, 'armed')).toBe(false)
})

test('A lot whose preflight found something, or whose auction could not be read, has a status', () => {
  const warned = createBid({ preflight: { checkedAt: 0, findings: [finding] } })
  expect(hasStatus({ auction, bid: warned }, 'armed')).toBe(true)
  const unread = createAuction({ checkError: 'The site did not answer.' })
  expect(hasStatus({ auction: unread, bid: null }, 'watching')).toBe(true)
  expect(hasStatus({ auction: { ...unread, closedBecause: 'ended' }, bid: null }, 'watching')).toBe(false)
})

test('A lot has a status in its last hour if it has a bid, in its final minute, and after the end', () => {
  expect(hasStatus({ auction, bid: createBid() }, 'ending_soon')).toBe(true)
  expect(hasStatus({ auction, bid: null }, 'ending_soon')).toBe(false)
  expect(hasStatus({ auction, bid: null }, 'final_minute')).toBe(true)
  expect(hasStatus({ auction, bid: createBid({ status: 'won' }) }, 'won')).toBe(true)
})

test('What the user may have to act on is trouble; what comes next, and a result, are not', () => {
  const warned = createBid({ preflight: { checkedAt: 0, findings: [finding] } })
  expect(isTrouble({ auction, bid: warned }, 'armed')).toBe(true)
  expect(isTrouble({ auction: createAuction({ checkError: 'The site did not answer.' }), bid: null }, 'watching')).toBe(
    true,
  )
  expect(isTrouble({ auction, bid: createBid() }, 'at_risk')).toBe(true)
  expect(isTrouble({ auction, bid: createBid() }, 'ending_soon')).toBe(false)
  expect(isTrouble({ auction, bid: createBid({ status: 'lost' }) }, 'lost')).toBe(false)
})

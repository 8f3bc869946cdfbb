import type { PreflightFinding } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../../test/auctions.ts'
import { hasStatus, isTrouble } from './status-of.ts'

const auction = createAuction()
const finding = { code: 'end_moved', severity: 'amber', message: '', remedy: 'review_item', url: null } as const

const withFindings = (...findings: PreflightFinding[]) => createBid({ preflight: { checkedAt: 0, findings } })

test('An auction with hours to go has no status while nothing is wrong', () => {
  expect(hasStatus({ auction, bid: null }, 'watching')).toBe(false)
  expect(hasStatus({ auction, bid: createBid() }, 'armed')).toBe(false)
  const ready = withFindings()
  expect(hasStatus({ auction, bid: ready }, 'armed')).toBe(false)
})

test('An auction whose preflight found something, or whose auction could not be read, has a status', () => {
  const warned = withFindings(finding)
  expect(hasStatus({ auction, bid: warned }, 'armed')).toBe(true)
  const unread = createAuction({ checkError: 'The site did not answer.' })
  expect(hasStatus({ auction: unread, bid: null }, 'watching')).toBe(true)
  expect(hasStatus({ auction: { ...unread, closedBecause: 'ended' }, bid: null }, 'watching')).toBe(false)
})

test('An auction does not repeat what stops all bids alike', () => {
  expect(hasStatus({ auction, bid: createBid(), loginStop: 'refused' }, 'stopped')).toBe(false)
  expect(hasStatus({ auction, bid: createBid({ phase: 'paused' }) }, 'paused')).toBe(false)
  const unpaid = { ...finding, code: 'unpaid_items', severity: 'red' } as const
  expect(hasStatus({ auction, bid: withFindings(unpaid) }, 'at_risk')).toBe(false)
  expect(hasStatus({ auction, bid: withFindings(unpaid, finding) }, 'at_risk')).toBe(true)
})

test('An auction has a status in its last hour if its bid has a lead of its own, in its final minute, and after the end', () => {
  expect(hasStatus({ auction, bid: createBid({ secondsBeforeEnd: 7 }) }, 'ending_soon')).toBe(true)
  expect(hasStatus({ auction, bid: createBid({ secondsBeforeEnd: 5 }) }, 'ending_soon')).toBe(false)
  expect(hasStatus({ auction, bid: null }, 'ending_soon')).toBe(false)
  expect(hasStatus({ auction, bid: null }, 'final_minute')).toBe(true)
  expect(hasStatus({ auction, bid: createBid({ status: 'won' }) }, 'won')).toBe(true)
})

test('What the user may have to act on is trouble; what comes next, and a result, are not', () => {
  const warned = withFindings(finding)
  expect(isTrouble({ auction, bid: warned }, 'armed')).toBe(true)
  expect(isTrouble({ auction: createAuction({ checkError: 'The site did not answer.' }), bid: null }, 'watching')).toBe(
    true,
  )
  expect(isTrouble({ auction, bid: createBid() }, 'at_risk')).toBe(true)
  expect(isTrouble({ auction, bid: createBid() }, 'ending_soon')).toBe(false)
  expect(isTrouble({ auction, bid: createBid({ status: 'lost' }) }, 'lost')).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { decidePayment, dueReminder, isOwed, type Payment, type PaymentFacts } from './decide-payment.ts'

const [WON, SEEN, READ, TICK_BEFORE, LATER] = [1_000, 2_000, 3_000, 1_500, 4_000]

const FACTS: PaymentFacts = {
  wonAt: WON,
  unpaidSeenAt: null,
  unpaidSeenOn: null,
  isInPaidList: false,
  trackingNumber: null,
  unpaidReadAt: null,
  unpaidFailedAt: null,
  saidPaidAt: null,
  payBy: null,
}

/** What the list of unpaid orders has told, and when it failed. */
const UNPAID = {
  'never read': {},
  'never read, failed': { unpaidFailedAt: LATER },
  'read before the win': { unpaidReadAt: WON - 500 },
  'without the item': { unpaidReadAt: READ },
  'without the item, then failed': { unpaidReadAt: READ, unpaidFailedAt: LATER },
  'failed, then without the item': { unpaidReadAt: READ, unpaidFailedAt: SEEN },
  'with the item': { unpaidReadAt: SEEN, unpaidSeenAt: SEEN, unpaidSeenOn: '2026-11-26' },
  'with the item, read by an engine': { unpaidSeenAt: SEEN, unpaidSeenOn: '2026-11-26' },
  'with the item, then failed': {
    unpaidReadAt: SEEN,
    unpaidSeenAt: SEEN,
    unpaidSeenOn: '2026-11-26',
    unpaidFailedAt: LATER,
  },
  'with the item, then without': { unpaidReadAt: READ, unpaidSeenAt: SEEN, unpaidSeenOn: '2026-11-26' },
} satisfies Record<string, Partial<PaymentFacts>>

const TICK = { none: {}, 'before the reading': { saidPaidAt: TICK_BEFORE }, 'after it': { saidPaidAt: LATER + 1 } }
const DATE = {
  none: {},
  'to come': { payBy: '2026-11-28' },
  'passed when the item was last unpaid': { payBy: '2026-11-25' },
}

type Cell = keyof typeof UNPAID

/** The verdict without a tick, with an earlier one, and with a later one. */
const EXPECTED: Record<Cell, [string, string, string]> = {
  'never read': ['not_read', 'said_paid', 'said_paid'],
  'never read, failed': ['not_read', 'said_paid', 'said_paid'],
  'read before the win': ['not_read', 'said_paid', 'said_paid'],
  'without the item': ['not_listed', 'said_paid', 'said_paid'],
  'without the item, then failed': ['not_read', 'said_paid', 'said_paid'],
  'failed, then without the item': ['not_listed', 'said_paid', 'said_paid'],
  'with the item': ['to_pay', 'to_pay', 'said_paid'],
  'with the item, read by an engine': ['to_pay', 'to_pay', 'said_paid'],
  'with the item, then failed': ['list_failed', 'list_failed', 'said_paid'],
  'with the item, then without': ['left_list', 'said_paid', 'said_paid'],
}

const verdict = (facts: Partial<PaymentFacts>) => {
  const { state, gap } = decidePayment({ ...FACTS, ...facts })
  return gap ?? state
}

describe('A won item', () => {
  const cells = (Object.keys(UNPAID) as Cell[]).flatMap((unpaid) =>
    Object.keys(TICK).flatMap((tick, column) =>
      Object.keys(DATE).map((date) => ({ unpaid, tick, date, expected: EXPECTED[unpaid][column] })),
    ),
  )
  test.each(cells)(
    'List of unpaid items $unpaid, tick $tick, date $date: $expected',
    ({ unpaid, tick, date, expected }) => {
      const facts = { ...UNPAID[unpaid], ...TICK[tick as keyof typeof TICK], ...DATE[date as keyof typeof DATE] }
      // Only what left the list can have been taken back by the site after its date.
      const isLate = expected === 'left_list' && date.startsWith('passed')
      expect(verdict(facts)).toBe(isLate ? 'left_late' : expected)
    },
  )

  test.each(Object.keys(UNPAID) as Cell[])(
    'The list of paid items decides, whatever the other one shows and the owner says: list of unpaid items %s',
    (unpaid) => {
      for (const tick of Object.values(TICK)) {
        for (const date of Object.values(DATE)) {
          const facts = { ...UNPAID[unpaid], ...tick, ...date, isInPaidList: true }
          expect(verdict(facts)).toBe('paid')
          expect(verdict({ ...facts, trackingNumber: '7946' })).toBe('shipped')
        }
      }
    },
  )

  test('The money is owed while the list shows it, or showed it before it failed', () => {
    const owed = (Object.keys(UNPAID) as Cell[]).filter((unpaid) =>
      isOwed(decidePayment({ ...FACTS, ...UNPAID[unpaid] })),
    )
    expect(owed).toEqual(['with the item', 'with the item, read by an engine', 'with the item, then failed'])
  })
})

const TO_PAY: Payment = { state: 'to_pay', gap: null }
const FAILED: Payment = { state: 'not_known', gap: 'list_failed' }

/** The reminder of what is to be paid by the 28th, at a wall time of the owner. */
function reminded(day: string, hour: number, { payment = TO_PAY, saidHoursAgo = Infinity, siteDay = day } = {}) {
  const at = Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds + hour * 3_600_000
  const saidPaidAt = saidHoursAgo === Infinity ? null : at - saidHoursAgo * 3_600_000
  return dueReminder(payment, { ...FACTS, payBy: '2026-11-28', saidPaidAt }, { at, day, hour, siteDay })
}

describe('A reminder', () => {
  test.each([
    ['2026-11-25', 23, null],
    ['2026-11-26', 8, null],
    ['2026-11-26', 9, 'two_days'],
    ['2026-11-26', 23, 'two_days'],
    ['2026-11-27', 8, null],
    ['2026-11-27', 9, 'one_day'],
    ['2026-11-28', 3, 'one_day'],
    ['2026-11-28', 23, 'one_day'],
    ['2026-11-29', 9, null],
  ])('On %s at %i o’clock, of what is to be paid by the 28th: %s', (day, hour, expected) => {
    expect(reminded(day, hour)).toBe(expected)
  })

  test('East of the site, the last day lasts until it is over at the site', () => {
    expect(reminded('2026-11-29', 9, { siteDay: '2026-11-28' })).toBe('one_day')
  })

  test('While the list fails, only the last one is sent', () => {
    expect(reminded('2026-11-26', 9, { payment: FAILED })).toBeNull()
    expect(reminded('2026-11-27', 9, { payment: FAILED })).toBe('one_day')
  })

  test('Nothing is sent of what is paid, ticked, shipped or not known, nor within a day of a tick', () => {
    const others: Payment[] = [
      { state: 'paid', gap: null },
      { state: 'said_paid', gap: null },
      { state: 'shipped', gap: null },
      ...(['not_read', 'not_listed', 'left_list', 'left_late'] as const).map((gap) => ({
        state: 'not_known' as const,
        gap,
      })),
    ]
    for (const payment of others) expect(reminded('2026-11-27', 12, { payment })).toBeNull()
    expect(reminded('2026-11-27', 12, { saidHoursAgo: 23 })).toBeNull()
    expect(reminded('2026-11-27', 12, { saidHoursAgo: 25 })).toBe('one_day')
  })

  test('Without a date, nothing is sent', () => {
    const now = { at: 0, day: '2026-11-27', hour: 12, siteDay: '2026-11-27' }
    expect(dueReminder(TO_PAY, FACTS, now)).toBeNull()
  })
})

import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createAgenda } from './agenda.ts'

test('Due events run in order of time, and at equal times in order of adding', () => {
  assert(
    property(array(integer({ min: 0, max: 20 })), integer({ min: 0, max: 20 }), (times, now) => {
      const agenda = createAgenda()
      const ran: [number, number][] = []
      for (const [order, at] of times.entries()) agenda.add(at, (plannedAt) => ran.push([plannedAt, order]))
      agenda.runUntil(now)
      const due = [...times.entries()].filter(([, at]) => at <= now).map(([order, at]) => [at, order])
      expect(ran).toEqual(due.toSorted(([a = 0, i = 0], [b = 0, j = 0]) => a - b || i - j))
    }),
  )
})

test('An event that a running event adds also runs if it is due', () => {
  const agenda = createAgenda()
  const ran: string[] = []
  agenda.add(1, () => {
    ran.push('first')
    agenda.add(2, () => ran.push('added'))
    agenda.add(9, () => ran.push('later'))
  })
  agenda.add(3, () => ran.push('last'))
  agenda.runUntil(3)
  expect(ran).toEqual(['first', 'added', 'last'])
})

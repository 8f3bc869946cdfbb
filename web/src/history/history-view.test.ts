import { HistoryResult } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { addressOf, HISTORY_FILTERS, listQuery, readView, sortedBy } from './history-view.ts'

const viewOf = (address: string) => readView(new URLSearchParams(address))

test('Each result is in exactly one filter, but for those that are still open or unknown', () => {
  const filtered = HISTORY_FILTERS.flatMap(({ results }) => (results === null ? [] : [...results]))
  expect(filtered.toSorted()).toEqual(
    HistoryResult.options.filter((result) => result !== 'open' && result !== 'unknown').toSorted(),
  )
})

test('The address keeps what the history shows, and leaves the defaults out', () => {
  expect(addressOf(viewOf(''))).toEqual({})
  const address = { show: 'won', search: 'brass lamp', sort: 'paid.asc' }
  expect(addressOf(viewOf(new URLSearchParams(address).toString()))).toEqual(address)
})

test('An address with values that do not exist shows the history as by default', () => {
  expect(viewOf('show=everything&sort=price.up')).toEqual(viewOf(''))
  expect(viewOf('sort=constructor.asc')).toEqual(viewOf(''))
})

test('A click on a heading sorts by its column, and a second one turns the order round', () => {
  const once = sortedBy(viewOf(''), 'paid')
  expect(once).toMatchObject({ column: 'paid', direction: 'desc' })
  expect(sortedBy(once, 'paid')).toMatchObject({ column: 'paid', direction: 'asc' })
  expect(sortedBy(once, 'item')).toMatchObject({ column: 'item', direction: 'asc' })
})

test('The server is asked for the results of the filter, and for no search that is only spaces', () => {
  expect(listQuery(viewOf('show=not_placed&search=%20'))).toEqual({
    result: 'not_placed',
    sort: 'date',
    direction: 'desc',
  })
  expect(listQuery(viewOf('show=not_sold&search=lamp'))).toMatchObject({ sold: 'no', search: 'lamp' })
  expect(listQuery(viewOf('search=%20lamp'))).toMatchObject({ search: 'lamp' })
})

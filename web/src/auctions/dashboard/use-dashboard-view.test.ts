import { expect, test } from 'vitest'
import { readView, withView } from './use-dashboard-view.ts'

const read = (search: string) => readView(new URLSearchParams(search))

test('An address without parameters shows all auctions, the soonest end first', () => {
  expect(read('')).toEqual({
    filter: 'all',
    sort: 'ends_soonest',
    label: null,
    item: null,
    edit: null,
    group: null,
    add: null,
  })
})

test('Valid parameters of an address apply, and invalid ones are ignored', () => {
  expect(read('filter=armed&sort=newest&label=For+Dad&item=12&edit')).toMatchObject({
    filter: 'armed',
    sort: 'newest',
    label: 'For Dad',
    item: 12,
    edit: 'bid',
  })
  expect(read('item=12&edit=note').edit).toBe('note')
  expect(read('group=7').group).toBe(7)
  expect(read('filter=none&sort=x&item=-3')).toMatchObject({ filter: 'all', sort: 'ends_soonest', item: null })
})

test('Opening and closing a detail leaves the filter in the address', () => {
  const open = withView(new URLSearchParams('filter=armed'), { item: '12', edit: '' })
  expect(open.toString()).toBe('filter=armed&item=12&edit=')
  expect(withView(open, { item: null, edit: null }).toString()).toBe('filter=armed')
})

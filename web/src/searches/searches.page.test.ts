import { api, type FoundItem, type SearchHit, type WireSearch } from '@bidwell/contract'
import { expect, press, says, screen, test, within } from '../../test/page-test.tsx'

const FOUND: FoundItem = {
  auction_id: '700000001',
  title: 'Nikon 50mm f/1.8 AIS',
  item_url: 'https://site.example/item/700000001',
  image_url: null,
  category: { id: '32', name: 'Lenses' },
  seller: { id: '117', name: 'Goodwill of the Valley' },
  price: 12,
  bid_count: 0,
  ends_at: '2026-10-09T18:00:00.000Z',
}
const HIT: SearchHit = { ...FOUND, new_since: null, listed_before: null, is_tracked: false }
const SEARCH: WireSearch = {
  id: 3,
  words: 'nikon (ai|ais)',
  max_price: 40,
  category: null,
  seller: null,
  delivery: 'any',
  last_run_at: '2026-10-07T17:40:00.000Z',
  next_run_at: '2026-10-07T18:20:00.000Z',
  hits: 1,
  new_hits: 0,
  failure: null,
}

test('A search is tried, matched again with each letter, and saved; a fault stands at its field', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const items = [FOUND, { ...FOUND, auction_id: '700000002', title: 'Nikon strap' }]
  let searches: WireSearch[] = []
  answers.to(api.listSearches, () => ({ data: { searches, refused_until: null } }))
  answers.to(api.trySearch, () => ({ data: { items, found: 2 } }))
  answers.to(api.saveSearch, () => {
    searches = [{ ...SEARCH, hits: 0, last_run_at: null }]
    return { data: { search: SEARCH } }
  })
  signIn()
  await open('/searches')
  const words = await screen.findByRole('textbox', { name: 'Words' })
  await user.type(words, 'nikon "50mm')
  await press(user, 'Try it')
  await says('Close the quotation mark: "50mm 1.8"')
  expect(answers.calls(api.trySearch)).toEqual([])
  await user.clear(words)
  await user.type(words, 'nikon')
  await press(user, 'Try it')
  await says('Matches 2 of 2.')
  await user.type(words, ' -strap')
  await says('Matches 1 of 2.')
  expect(within(screen.getByRole('list', { name: 'Try it' })).queryByText('strap')).toBeNull()
  await user.type(words, ' lens')
  await says('The site is asked for something else by now: try it again.')
  await press(user, 'Save')
  await says('First run about')
  expect(answers.calls(api.saveSearch).map(({ body }) => body.words)).toEqual(['nikon -strap lens'])
})

test('A match shows why it was found, that it is new, and that it was listed before, and a tap tracks it', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction_id } = tracking.list({ title: FOUND.title })
  const listed_before = { price: 9.99, bid_count: 0, ended_at: '2026-05-03T18:00:00.000Z' }
  answers.to(api.listSearches, () => ({ data: { searches: [{ ...SEARCH, new_hits: 1 }], refused_until: null } }))
  answers.to(api.readSearch, () => ({
    data: { search: SEARCH, items: [{ ...HIT, auction_id, new_since: '2026-10-07T17:40:00.000Z', listed_before }] },
  }))
  signIn()
  await open('/searches')
  await says('listed again; closed unsold at $9.99 on May 3')
  const marks = document.querySelectorAll('mark')
  expect([...marks].map(({ textContent }) => textContent)).toEqual(['Nikon', 'AIS'])
  screen.getByText('New', { exact: true })
  await press(user, /^Track/)
  await screen.findByText('Tracked', { exact: true })
})

test('While the site refuses searches, the page says until when, and a failed one says why', async ({
  answers,
  open,
  signIn,
}) => {
  const failed = { ...SEARCH, hits: 0, failure: 'too_many', next_run_at: null } as const
  answers.to(api.listSearches, () => ({
    data: { searches: [failed], refused_until: '2026-10-07T19:00:00.000Z' },
  }))
  signIn()
  await open('/searches')
  await says('Searches are refused')
  await says('It finds more than 120 items. Add a word or a category.')
})

test('Where searches are off, the page says so and nothing leads to it', async ({ answers, open, signIn }) => {
  answers.to(api.readSite, async (call, usual) => {
    const reply = await usual(call)
    return typeof reply === 'object' && 'data' in reply ? { data: { ...reply.data, has_searches: false } } : reply
  })
  answers.to(api.listSearches, () => ({ data: { searches: [], refused_until: null } }))
  signIn()
  await open('/searches')
  await says('Searches with alerts are off on this installation.')
  expect(screen.queryByRole('textbox', { name: 'Words' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Searches' })).toBeNull()
})

test('Words that none of the tracked auctions has lead to a search at the site', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answers.to(api.listSearches, () => ({ data: { searches: [], refused_until: null } }))
  tracking.track({ title: 'Brass lamp' })
  signIn()
  await open('/dashboard')
  await user.type(await screen.findByRole('searchbox'), 'nikon lens')
  await user.click(await screen.findByRole('link', { name: /^Look for “nikon lens” at/ }))
  expect(await screen.findByRole('textbox', { name: 'Words' })).toHaveProperty('value', 'nikon lens')
})

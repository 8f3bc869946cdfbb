import { isLive, whyNotChange } from '../../bids/bid-rules.ts'
import { itemReferencesIn } from '../add/item-references.ts'
import { isOver } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import { matchesTitle } from '../lot/matches-title.ts'
import { whyNotEdit } from '../lot/why-not-edit.ts'

export type MenuEntry = {
  says: string
  /** Where it leads, the lot whose bid it cancels, or whether bidding is paused after it. */
  act: { go: string } | { cancel: Lot } | { pause: boolean }
  whyNot: string | null
}
/** `value` is the heading. */
export type MenuGroup = { value: string; items: MenuEntry[] }

const MAX_AUCTIONS_FOUND = 8

type Asked = {
  /** As typed. */
  words: string
  lots: readonly Lot[]
  /** The lot that the user is at, if any. */
  open: Lot | undefined
  pages: readonly { to: string; label: string }[]
  now: number
  online: boolean
  paused: boolean
}

/** What the command menu offers for what has been typed, the likeliest first. An item's link or number can only be added. */
export function menuEntries({ words, lots, open, pages, now, online, paused }: Asked): MenuGroup[] {
  const references = itemReferencesIn(words)
  if (references.length > 0) {
    const add = new URLSearchParams({ add: references.join('\n') })
    return [{ value: 'Add', items: [leading(`Add ${references.join(', ')}`, `/dashboard?${add}`)] }]
  }
  const goTo = pages.map(({ to, label }) => leading(`Go to ${label.toLowerCase()}`, to))
  const found = words.trim() === '' ? [] : lots.filter(({ auction }) => matchesTitle(auction.title, words))
  const groups = [
    { value: open?.auction.title ?? '', items: open ? aboutLot(open, now, online) : [] },
    { value: 'Bidding', items: [pausing(paused, online)] },
    { value: 'Pages', items: goTo },
  ].map(({ value, items }) => ({ value, items: items.filter(({ says }) => matchesTitle(says, words.trim())) }))
  const auctions = found.slice(0, MAX_AUCTIONS_FOUND).map(({ auction }) => leading(auction.title, pathOf(auction.id)))
  return [...groups, { value: 'Auctions', items: auctions }].filter(({ items }) => items.length > 0)
}

function aboutLot(lot: Lot, now: number, online: boolean): MenuEntry[] {
  const { auction, bid } = lot
  if (isOver(auction, now)) return []
  const live = bid !== null && isLive(bid)
  const edit = {
    says: live ? 'Edit max and lead' : 'Schedule bid',
    act: { go: `${pathOf(auction.id)}&edit=` },
    whyNot: whyNotEdit(lot, now, online),
  }
  if (!live) return [edit]
  const whyNot = online ? whyNotChange(bid, now) : 'You are offline, so nothing can be changed.'
  return [edit, { says: 'Cancel bid', act: { cancel: lot }, whyNot }]
}

const pausing = (paused: boolean, online: boolean): MenuEntry => ({
  says: paused ? 'Resume bidding' : 'Pause all bidding',
  act: { pause: !paused },
  whyNot: online ? null : 'You are offline, so nothing can be changed.',
})

const pathOf = (id: number) => `/dashboard?item=${id}`

const leading = (says: string, to: string): MenuEntry => ({ says, act: { go: to }, whyNot: null })

import { messages } from '@bidwell/contract'
import { isLive, whyNotChange, whyOffline } from '../../bids/bid-rules.ts'
import { itemReferencesIn } from '../add/item-references.ts'
import { isOver } from '../tracked/auction-state.ts'
import { containsWords, labelsOf, matchesText, type TrackedAuction } from '../tracked/tracked-auction.ts'
import { whyNotEdit } from '../tracked/why-not-edit.ts'

export type MenuEntry = {
  label: string
  /** Opens a page, cancels the bid of an auction, or pauses or resumes bidding. */
  action: { go: string } | { cancel: TrackedAuction } | { pause: boolean }
  whyNot: string | null
}
/** `value` is the heading, by the component library's name. */
export type MenuGroup = { value: string; items: MenuEntry[] }

const MAX_AUCTIONS_FOUND = 8

type MenuQuery = {
  /** As typed. */
  text: string
  auctions: readonly TrackedAuction[]
  /** The current auction, if any. */
  open: TrackedAuction | undefined
  pages: readonly { to: string; label: string }[]
  now: number
  online: boolean
  paused: boolean
}

/** The command menu's entries for a typed text, the likeliest first. For an item's link or number, only to add it. */
export function menuEntries({ text, auctions, open, pages, now, online, paused }: MenuQuery): MenuGroup[] {
  const references = itemReferencesIn(text)
  if (references.length > 0) {
    const add = new URLSearchParams({ add: references.join('\n') })
    return [{ value: 'Add', items: [linkTo(`Add ${references.join(', ')}`, `/dashboard?${add}`)] }]
  }
  const pageLinks = pages.map(({ to, label }) => linkTo(`Go to ${label}`, to))
  const found = text.trim() === '' ? [] : auctions.filter(({ auction }) => matchesText(auction, text))
  const groups = [
    { value: open?.auction.title ?? '', items: open ? auctionEntries(open, now, online) : [] },
    { value: 'Bidding', items: [pauseEntry(paused, online)] },
    { value: 'Pages', items: pageLinks },
  ].map(({ value, items }) => ({ value, items: items.filter(({ label }) => containsWords(label, text.trim())) }))
  const auctionsQuery = found
    .slice(0, MAX_AUCTIONS_FOUND)
    .map(({ auction }) => linkTo(auction.title, pathOf(auction.id)))
  const labels = text.trim() === '' ? [] : labelsOf(auctions).filter((label) => containsWords(label, text.trim()))
  const labelLinks = labels.map((label) =>
    linkTo(messages.note.showLabel(label), `/dashboard?${new URLSearchParams({ label })}`),
  )
  return [
    ...groups,
    { value: messages.note.labels, items: labelLinks },
    { value: 'Auctions', items: auctionsQuery },
  ].filter(({ items }) => items.length > 0)
}

function auctionEntries(tracked: TrackedAuction, now: number, online: boolean): MenuEntry[] {
  const { auction, bid } = tracked
  const note = linkTo(messages.note.menuEntry, `${pathOf(auction.id)}&edit=note`)
  if (isOver(auction, now)) return [note]
  const live = bid !== null && isLive(bid)
  const edit = {
    label: live ? 'Edit bid' : 'Schedule bid',
    action: { go: `${pathOf(auction.id)}&edit=` },
    whyNot: whyNotEdit(tracked, now, online),
  }
  if (!live) return [edit, note]
  const whyNot = whyOffline(online) ?? whyNotChange(bid, now, auction)
  return [edit, { label: 'Cancel bid', action: { cancel: tracked }, whyNot }, note]
}

const pauseEntry = (paused: boolean, online: boolean): MenuEntry => ({
  label: paused ? 'Resume bidding' : 'Pause all bidding',
  action: { pause: !paused },
  whyNot: whyOffline(online),
})

const pathOf = (id: number) => `/dashboard?item=${id}`

const linkTo = (label: string, to: string): MenuEntry => ({ label, action: { go: to }, whyNot: null })

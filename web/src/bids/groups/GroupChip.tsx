import { type GroupOfBid, messages } from '@bidwell/contract'
import { Layers } from 'lucide-react'

/** The group of a bid on its card: its name, and in one word what it does with the bid. */
export const GroupChip = ({ group: { name, state } }: { group: GroupOfBid }) => (
  <p className="inline-flex min-w-0 items-center gap-1 rounded-full border border-edge px-2 py-px text-label text-ink-2">
    <Layers aria-hidden size={12} className="shrink-0" />
    <span className="sr-only">{messages.bidGroup.group}: </span>
    <span className="max-w-32 truncate">{name}</span>
    <span className="shrink-0 font-semibold">· {messages.bidGroup.word[state]}</span>
  </p>
)

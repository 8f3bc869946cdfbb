import { BidOutcome } from '@bidwell/contract'
import * as z from 'zod/mini'
import { BidEventDetail, LossProof } from '../bids/log/bid-event.ts'
import type { JournalEntry } from './core/ports.ts'

const Progress = z.discriminatedUnion('to', [
  z.object({ to: z.literal('locked_in'), at: z.number() }),
  z.object({ to: z.literal('executed'), at: z.number() }),
  z.object({
    to: z.literal('finished'),
    at: z.number(),
    status: z.enum(['outbid', 'failed', 'auction_ended', 'cancelled', 'won', 'lost', 'executed']),
    outcome: BidOutcome,
    priceCents: z.nullable(z.int()),
    siteMessage: z.string(),
    errorDetail: z._default(z.nullable(z.string()), null),
    lossProof: z.optional(z.nullable(LossProof)),
  }),
])

const Entry = z.object({
  bidId: z.int(),
  fence: z.int(),
  events: z.array(
    z.object({
      key: z.uuid(),
      bidId: z.int(),
      at: z.number(),
      uncertaintyMs: z.nullable(z.number()),
      engineId: z.nullable(z.int()),
      fence: z.nullable(z.int()),
      detail: BidEventDetail,
    }),
  ),
  progress: z.nullable(Progress),
})

export const formatEntry = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`

/**
 * The entries of a journal. A crash may tear the last line, which then has no line break; its entry was not yet
 * promised to anybody. Any other line that cannot be read, or that another version wrote, makes the journal incomplete.
 */
export function parseJournal(text: string): { entries: JournalEntry[]; isReadable: boolean } {
  const lines = text.split('\n')
  const torn = lines.pop() ?? ''
  const whole = lines.filter((line) => line !== '').map(parseEntry)
  const last = torn === '' ? null : parseEntry(torn)
  const entries = [...whole, last].filter((entry) => entry !== null)
  return { entries, isReadable: !whole.includes(null) }
}

function parseEntry(line: string): JournalEntry | null {
  try {
    return Entry.parse(JSON.parse(line))
  } catch {
    return null
  }
}

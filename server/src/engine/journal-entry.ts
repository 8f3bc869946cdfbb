import { BidOutcome } from '@bidwell/contract'
import * as z from 'zod/mini'
import { BidEventDetail } from '../bid-log/bid-event.ts'
import type { JournalEntry } from './core/ports.ts'

const Progress = z.discriminatedUnion('to', [
  z.object({ to: z.literal('locked_in'), at: z.number() }),
  z.object({ to: z.literal('executed'), at: z.number() }),
  z.object({
    to: z.literal('finished'),
    at: z.number(),
    status: z.enum(['outbid', 'failed', 'auction_ended', 'won', 'lost', 'executed']),
    outcome: BidOutcome,
    priceCents: z.nullable(z.int()),
    siteMessage: z.string(),
    errorDetail: z._default(z.nullable(z.string()), null),
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

/** The entry on a line of the journal; null for a line that a crash or a full disk cut short. */
export function parseEntry(line: string): JournalEntry | null {
  try {
    return Entry.parse(JSON.parse(line))
  } catch {
    return null
  }
}

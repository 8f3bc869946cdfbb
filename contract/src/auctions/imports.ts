import * as z from 'zod/mini'
import { amountFault, leadFault } from '../bids/bid-rules.ts'
import { AUCTION, IMPORT } from '../limits.ts'
import * as messages from '../messages/importing.ts'
import { NoteText } from './notes.ts'

/** One auction of a file. Money is dollars. */
export const NewImportLine = z.strictObject({
  /** Where it stands in its file; otherwise its place in the list, from 1. What is refused is named by it. */
  line: z.optional(z.int().check(z.minimum(1), z.maximum(IMPORT.maxLine))),
  /** A link to an item, or an item number. */
  link: z.string().check(z.maxLength(AUCTION.maxReferenceLength)),
  max: z.optional(z.nullable(z.number())),
  /** Before the end; the account's own where it is left out. */
  seconds: z.optional(z.nullable(z.number())),
  note: z.optional(z.string()),
})
export type NewImportLine = z.infer<typeof NewImportLine>

/** The body of `POST /imports`. */
export const NewImport = z.strictObject({
  lines: z.array(NewImportLine).check(z.minLength(1), z.maxLength(IMPORT.maxLines)),
  /** Whether each maximum is bid as well, by the session that imports. Otherwise a maximum is kept as what the user plans. */
  bid: z.optional(z.boolean()),
  /** With `bid`: also a bid that is so far above the price that it has to be confirmed. */
  confirm_high: z.optional(z.boolean()),
})
export type NewImport = z.infer<typeof NewImport>

const ImportResult = z.enum(['tracked', 'scheduled', 'already_tracked', 'failed', 'cancelled'])

/** A file that is tracked line by line in the background. */
export const Import = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  /** Null while lines are left. */
  ended_at: z.nullable(z.iso.datetime()),
  /** Whether the maxima are bid as well. */
  bids: z.boolean(),
  lines: z.int(),
  /** How many lines have ended by result. */
  results: z.object({
    tracked: z.int(),
    scheduled: z.int(),
    already_tracked: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  /** How many lines have a fault: not tracked, or tracked without the bid or the note. */
  faults: z.int(),
  /** About how long it takes to read the lines that are left, if the site answers; 0 when it has ended. */
  left_ms: z.int(),
})
export type Import = z.infer<typeof Import>

/** A line of which not everything was done, with what it asked for, so that it can be mended. Money is dollars. */
export const UndoneLine = z.object({
  line: z.int(),
  /** The site's item number. */
  auction_id: z.string(),
  item_url: z.string(),
  max: z.nullable(z.number()),
  seconds: z.int(),
  note: z.string(),
  result: ImportResult,
  /** Why, for a person; null for a line that was cancelled. */
  fault: z.nullable(z.string()),
})
export type UndoneLine = z.infer<typeof UndoneLine>

type LineFault = { field: keyof NewImportLine; fault: string }

/** What is wrong with a line, whatever its link is: null for nothing. The browser and the API apply it. */
export function importLineFault(line: Omit<NewImportLine, 'line' | 'link'>): LineFault | null {
  const { max, seconds, note } = line
  if (isGiven(max) && (Number.isNaN(max) || amountFault(max) !== null))
    return { field: 'max', fault: messages.noAmount }
  const lead = isGiven(seconds) ? leadFault(seconds) : null
  if (lead !== null) return { field: 'seconds', fault: messages.noLead(lead) }
  const { error } = NoteText.safeParse(note ?? '')
  return error ? { field: 'note', fault: messages.badNote(error.issues[0]?.message ?? '') } : null
}

const isGiven = (value: number | null | undefined): value is number => typeof value === 'number'

import * as z from 'zod/mini'
import { NOTES } from '../limits.ts'
import { noteTooLong, noteWithControls, whatLabelIs } from '../messages/bids/note.ts'

/** Plain text; empty for none. */
export const NoteText = z.string().check(
  z.maxLength(NOTES.maxNoteLength, noteTooLong),
  // Of the control characters, a note has line breaks and tabs alone.
  z.regex(/^(?:[\n\t]|\P{Cc})*$/u, noteWithControls),
)

/** A label as it is stored, with a letter, digit or sign to be seen. A comma ends one in the field where labels are typed. */
export const LabelText = z
  .string()
  .check(
    z.trim(),
    z.maxLength(NOTES.maxLabelLength, whatLabelIs),
    z.regex(/^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp},]+$/u, whatLabelIs),
  )

/** Whether two labels are one: their capitals do not count. */
export const isSameLabel = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** What is wrong with a typed label; null when it can be stored. */
export const labelFault = (typed: string): string | null => (LabelText.safeParse(typed).success ? null : whatLabelIs)

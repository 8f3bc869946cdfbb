import { centsFromDollars, formatCents } from '@bidwell/contract'

/**
 * What a terminal may take for a command, and what turns the order of the text around it: control characters, line separators
 * and marks of direction. Titles, and the site's words, come from strangers.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text on one line that controls no terminal: each unsafe character as `\u001b`. */
export const clean = (text: string): string => text.toWellFormed().replace(UNSAFE, escape)

/** JSON as programs read it, which controls no terminal either: in JSON, such characters stand in strings alone. */
export const json = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escape)

export const print = (text: string) => void process.stdout.write(`${text}\n`)

/** Tells people how a command goes on. Programs read nothing of it. */
export function report(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`)
}

/** Rows below their heads, in columns. Only the last column may hold characters that are wider than others. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map(clean))
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells.map((cell, column) => (column === heads.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')
}

/** `$12.50`; a dash for an amount that is not known. */
export const money = (dollars: number | null): string =>
  dollars === null ? '–' : formatCents(centsFromDollars(dollars) ?? dollars * 100)

const WHEN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** `Nov 26, 2026, 6:42:17 PM`, in the time zone of this machine. `at` is epoch ms. */
export const when = (at: number): string => WHEN.format(at)

/** `2d 04h`, `4h 05m`, `5m 09s`; `ended` from 0 on. */
export function left(ms: number): string {
  if (ms <= 0) return 'ended'
  const seconds = Math.ceil(ms / 1_000)
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days}d ${two(hours)}h`
  return hours > 0 ? `${hours}h ${two(minutes)}m` : `${minutes}m ${two(seconds % 60)}s`
}

const two = (value: number) => String(value).padStart(2, '0')

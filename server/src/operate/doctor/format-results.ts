import type { Level } from './check.ts'
import type { Result } from './run-checks.ts'

const WORDS: Record<Level, string> = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' }
const EXIT_CODES: Record<Level, number> = { ok: 0, warn: 1, fail: 2 }

/** One line for each finding: how bad it is, the name of the check, what was found, and what to do. */
export const formatResults = (results: readonly Result[]): string[] =>
  results.flatMap(({ name, findings }) =>
    findings.map(
      ({ level, found, remedy }) => `${WORDS[level]} ${name}: ${oneLine(found)}${remedy === null ? '' : ` ${remedy}`}`,
    ),
  )

/** 0 when all is well, 1 after warnings, 2 after failures. */
export const exitCodeOf = (results: readonly Result[]): number =>
  Math.max(0, ...results.flatMap(({ findings }) => findings.map(({ level }) => EXIT_CODES[level])))

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return /[.!?:]$/.test(line) ? line : `${line}.`
}

import { styleText } from 'node:util'

const WARNING = 40
const ERROR = 50

/** A line of the log as people read it on the terminal; null where only somebody looking for it would want it. */
export function readableLine(line: string, verbose: boolean): string | null {
  const entry = parse(line)
  // What is not a line of the log is a crash speaking for itself.
  if (entry === null) return line
  const { level, time, process, msg, err, ...rest } = entry
  if (Number(level) < WARNING && !verbose) return null
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const text = `${clock} ${String(process)}: ${String(msg)}${details}${stackOf(err)}`
  if (Number(level) >= ERROR) return styleText('red', text)
  return Number(level) >= WARNING ? styleText('yellow', text) : text
}

function parse(line: string): Record<string, unknown> | null {
  try {
    // The processes write one JSON object per line; anything else is caught, or has no level.
    const entry = JSON.parse(line) as Record<string, unknown> | null
    return typeof entry?.['level'] === 'number' ? entry : null
  } catch {
    return null
  }
}

function stackOf(err: unknown) {
  const told = typeof err === 'object' && err !== null && 'stack' in err ? err.stack : err
  return told === undefined ? '' : `\n${typeof told === 'string' ? told : JSON.stringify(told)}`
}

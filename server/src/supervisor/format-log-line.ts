import { styleText } from 'node:util'

const WARNING = 40
const ERROR = 50

/** A JSON log line as readable text, for the terminal; null for a line below a warning, unless `verbose`. */
export function formatLogLine(line: string, verbose: boolean): string | null {
  const entry = parse(line)
  // Output that is not a log entry comes from a crash: it is shown unchanged.
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
    // A log entry is a JSON object; for any other JSON value, `level` is undefined.
    const entry = JSON.parse(line) as Record<string, unknown> | null
    return typeof entry?.['level'] === 'number' ? entry : null
  } catch {
    return null
  }
}

/** An error's stack on lines of its own; without one, its message. */
function stackOf(err: unknown) {
  if (typeof err !== 'object' || err === null) return err === undefined ? '' : `\n${JSON.stringify(err)}`
  const { stack, message } = err as { stack?: unknown; message?: unknown }
  return typeof stack === 'string' ? `\n${stack}` : ` (${String(message)})`
}

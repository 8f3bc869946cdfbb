import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

export type Log = Logger

type Options = { level: string; process: string; destination?: DestinationStream }

/**
 * One log per process: JSON lines on standard output. Whatever is handed to it, secrets stay out: fields by their
 * name, and passwords in URLs and bearer tokens wherever they occur in the text.
 */
export function createLog({ level, process, destination }: Options): Log {
  return pino(
    {
      level,
      base: { process },
      formatters: { log: (fields) => Object.fromEntries(Object.entries(fields).map((field) => hideSecret(field))) },
      serializers: { err: describeError },
      hooks: { streamWrite: hideSecretText },
    },
    // Not waited for: a pipe that nobody empties must not hold up a bid, nor fill the memory.
    destination ?? pino.destination({ fd: 1, sync: false, maxLength: MOST_WAITING_BYTES }),
  )
}

/** Of lines not written yet; what comes on top is dropped. */
const MOST_WAITING_BYTES = 1024 * 1024

const HIDDEN = '[hidden]'
const SECRET_NAME =
  /pass(word|phrase)|secret|token|authorization|cookie|credential|sealed|^jwt$|(vault|session|api|private)_?keys?$/i
const SECRET_TEXT: readonly [form: RegExp, instead: string][] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*:)[^\s@/"]+@/gi, `$1${HIDDEN}@`],
  [/\b(bearer|basic) +[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
]
const DEEPEST = 6

function hideSecret([name, value]: [string, unknown], depth = 0): [string, unknown] {
  // Numbers and dates tell when a token ends, never what it is.
  const mayTell = typeof value === 'string' || (typeof value === 'object' && value !== null && !(value instanceof Date))
  return [name, mayTell && SECRET_NAME.test(name) ? HIDDEN : hideWithin(value, depth)]
}

function hideWithin(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth >= DEEPEST) return '[deeper]'
  if (Array.isArray(value)) return value.map((item) => hideWithin(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map((entry) => hideSecret(entry, depth + 1)))
}

/** What happened and where; of the error's own fields only its code, since libraries attach whole requests to it. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, code: 'code' in error ? error.code : undefined, stack }
}

const hideSecretText = (line: string) =>
  SECRET_TEXT.reduce((text, [form, instead]) => text.replace(form, instead), line)

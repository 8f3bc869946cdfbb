import { setTimeout as delay } from 'node:timers/promises'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { connectFailureOf } from './database/connect-failure.ts'

export type Log = Logger

type Options = { level: string; process: string; destination?: DestinationStream }

/**
 * The log of a process: JSON lines on standard output, without secrets. It hides fields with the name of a secret, and
 * passwords in URLs and bearer tokens anywhere in the text.
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
    // Asynchronous, with a bounded buffer: a blocked pipe must neither delay a bid nor fill the memory.
    destination ?? pino.destination({ fd: 1, sync: false, minLength: 1, maxLength: MAX_BUFFERED_BYTES }),
  )
}

/** Writes the lines that wait. Gives up after a second, since nobody may read them any more. */
export async function flushLog(log: Log): Promise<void> {
  const flushed = new Promise<void>((resolve) => log.flush(() => resolve()))
  await Promise.race([flushed, delay(FLUSH_TIMEOUT_MS)])
}

const FLUSH_TIMEOUT_MS = 1_000
/** Lines beyond this are dropped until the earlier ones are written. */
const MAX_BUFFERED_BYTES = 1024 * 1024

const HIDDEN = '[hidden]'
const SECRET_NAME =
  /pass(word|phrase)|secret|token|authorization|cookie|credential|sealed|^jwt$|(vault|session|api|private)_?keys?$/i
const SECRET_TEXT: readonly [pattern: RegExp, replacement: string][] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*:)[^\s@/"]+@/gi, `$1${HIDDEN}@`],
  [/\b(bearer|basic) +[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN],
]
const MAX_DEPTH = 6

function hideSecret([name, value]: [string, unknown], depth = 0): [string, unknown] {
  // Numbers and dates are no secrets: they are times, such as a token's expiry.
  const mayBeSecret =
    typeof value === 'string' || (typeof value === 'object' && value !== null && !(value instanceof Date))
  return [name, mayBeSecret && SECRET_NAME.test(name) ? HIDDEN : hideWithin(value, depth)]
}

function hideWithin(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth >= MAX_DEPTH) return '[deeper]'
  if (Array.isArray(value)) return value.map((item) => hideWithin(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map((entry) => hideSecret(entry, depth + 1)))
}

/**
 * Type, message, code and stack of an error. A database that is away needs no stack: work that repeats would fill the log with it. Its
 * other fields are left out: libraries attach whole requests to errors.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  return {
    type,
    message,
    code: 'code' in error ? error.code : undefined,
    stack: connectFailureOf(error) ? undefined : stack,
  }
}

const hideSecretText = (line: string) =>
  SECRET_TEXT.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

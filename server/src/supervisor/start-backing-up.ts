import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { every } from '../platform/every.ts'
import { EXIT_WITH_PARENT, type Program, SMALL_HEAP } from './keep-running.ts'

type Deps = {
  clock: Clock
  /** The owner's. */
  databaseUrl: string
  /** The program that makes one backup and ends. */
  program: Program
  onLine: (line: string) => void
  onProblem: (message: string) => void
  /** Shorter only in tests. */
  times?: Times
}

type Times = { firstAfterMs: number; lookEveryMs: number; retryAfterMs: number }

/** The engines are asked to stop after it. */
const STOP_TIMEOUT_MS = 5_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** 11:23 UTC, 3:23 or 4:23 in the morning on the Pacific coast: the auctions of the evening have closed, and few users are up. */
const AT_MS = (11 * 60 + 23) * MINUTE_MS
const TIMES: Times = {
  /** A start has enough to do. */
  firstAfterMs: 5 * MINUTE_MS,
  lookEveryMs: MINUTE_MS,
  retryAfterMs: 60 * MINUTE_MS,
}

/**
 * Makes a backup each night, by a process of its own, until disposed: and some minutes after the start when the machine was off
 * at night. One that fails is tried again after an hour.
 */
export function startBackingUp({
  clock,
  databaseUrl,
  program,
  onLine,
  onProblem,
  times = TIMES,
}: Deps): AsyncDisposable {
  const startedAt = clock.monotonic()
  let triedAt = -Infinity

  async function look(signal: AbortSignal) {
    const now = clock.monotonic()
    if (now - startedAt < times.firstAfterMs || now - triedAt < times.retryAfterMs) return
    if (!isBackupDue(await readLastBackup(databaseUrl), clock.now())) return
    triedAt = now
    const problem = await runToEnd(program, signal, onLine)
    if (problem !== null && !signal.aborted) onProblem(`No backup was made: ${problem}`)
  }

  return every(clock, times.lookEveryMs, look, {
    onError: (error) => onProblem(`Whether a backup is due could not be read: ${String(error)}`),
  })
}

/** Whether none has been made since the last time for it. Instants are epoch ms; `last` is null where there is none. */
export const isBackupDue = (last: number | null, now: number): boolean =>
  last === null || last < Math.floor((now - AT_MS) / DAY_MS) * DAY_MS + AT_MS

/** When the last backup without a failure was begun; null if there is none. */
async function readLastBackup(databaseUrl: string): Promise<number | null> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'bidwell supervisor' })
  client.on('error', () => {}) // the query fails with the same error
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null }>(
      'select max(started_at) as at from backups where ended_at is not null and failure is null',
    )
    return rows[0]?.at?.getTime() ?? null
  } finally {
    await client.end()
  }
}

/**
 * Runs a program to its end, which an abort asks for. Returns null when it succeeds, else the last line of its standard error, or how
 * it ended.
 */
async function runToEnd(
  { args, env }: Program,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<string | null> {
  const child = spawn(process.execPath, [SMALL_HEAP, '--import', EXIT_WITH_PARENT, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let killing: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  let problem = ''
  if (child.stdout) createInterface(child.stdout).on('line', onLine)
  if (child.stderr) {
    createInterface(child.stderr).on('line', (line) => {
      problem = line
      onLine(line)
    })
  }
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
  signal.removeEventListener('abort', stop)
  clearTimeout(killing)
  return code === 0 ? null : problem || `the process ended with ${killedBy ?? code}`
}

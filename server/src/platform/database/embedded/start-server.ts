import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { copyFile, stat, truncate } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { isAlive, readLockFile } from './lock-file.ts'
import { runAs, whyItFailed } from './run-as.ts'

type Options = { cluster: string; port: number; logFile: string; settings: Readonly<Record<string, string>> }

const POLL_INTERVAL_MS = 20

/**
 * Starts PostgreSQL in an existing cluster, on 127.0.0.1 only, and answers its process id once it accepts connections.
 * The server is detached: it outlives this process and receives no Ctrl-C. Throws a StartupError with PostgreSQL's reason.
 */
export async function startServer(programs: Binaries, { cluster, port, logFile, settings }: Options): Promise<number> {
  const all = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC' }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { binaries, folder, options, through } = runAs(programs, cluster)
  const postgres = [binaries.postgres, '-D', folder, '-p', String(port), ...flags]
  const [file = binaries.postgres, ...args] = [...through, ...postgres]

  await cutLog(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const before = statSync(logFile).size
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()

  const ready = () => readLockFile(cluster)?.pid === child.pid && readLockFile(cluster)?.ready
  while (child.exitCode === null && child.signalCode === null) {
    if (child.pid && ready()) return child.pid
    await delay(POLL_INTERVAL_MS)
  }
  throw whyItFailed('start', readFileSync(logFile).subarray(before).toString())
}

/** Stops PostgreSQL with a checkpoint, or at once if that takes longer than `timeoutMs`. */
export async function stopServer(pid: number, timeoutMs = 30_000): Promise<void> {
  // SIGINT closes connections, writes a checkpoint and exits. SIGQUIT exits at once, and the next start recovers.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    if (await hasEnded(pid, timeoutMs)) return
  }
}

async function hasEnded(pid: number, timeoutMs: number) {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_INTERVAL_MS) {
    if (!isAlive(pid)) return true
    await delay(POLL_INTERVAL_MS)
  }
  return false
}

const MAX_BYTES = 10 * 1024 * 1024

/**
 * Moves what a log file over `maxBytes` holds to `<path>.1`. The file itself stays, because the server that appends to it
 * has it open; lines that it writes meanwhile are lost. On a full disk the file is emptied all the same.
 */
export async function cutLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size <= maxBytes) return
  await copyFile(path, `${path}.1`).catch(() => {})
  await truncate(path)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { isAlive, readLockFile } from './lock-file.ts'
import { commandLine, unprivileged } from './unprivileged.ts'
import { whyItFailed } from './why-it-failed.ts'

type Options = { cluster: string; port: number; logFile: string; settings: Readonly<Record<string, string>> }

const LOOK_EVERY_MS = 20
const LARGEST_LOG_BYTES = 10 * 1024 * 1024

/**
 * Starts PostgreSQL over an existing cluster, on 127.0.0.1 alone, and answers its pid once it takes connections. It
 * outlives us, and a Ctrl-C meant for us does not reach it. Throws a Refusal with its own words when it gives up.
 */
export async function startServer(binaries: Binaries, { cluster, port, logFile, settings }: Options): Promise<number> {
  const all = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC' }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const wanted = ['-D', cluster, '-p', String(port), ...flags]
  const { file, args, identity } = commandLine(binaries.postgres, wanted, unprivileged(cluster, binaries.folder))

  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  const before = statSync(logFile).size
  const child = spawn(file, args, { ...identity, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()

  const ready = () => readLockFile(cluster)?.pid === child.pid && readLockFile(cluster)?.ready
  while (child.exitCode === null && child.signalCode === null) {
    if (child.pid && ready()) return child.pid
    await delay(LOOK_EVERY_MS)
  }
  throw whyItFailed('start', readFileSync(logFile).subarray(before).toString())
}

/** Stops PostgreSQL after it has ended what runs and written everything down; at once, if that takes too long. */
export async function stopServer(pid: number, patienceMs = 30_000): Promise<void> {
  // SIGINT: end connections, write a checkpoint, leave. SIGQUIT: leave; the next start recovers.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    if (await gone(pid, patienceMs)) return
  }
}

async function gone(pid: number, patienceMs: number) {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_EVERY_MS) {
    if (!isAlive(pid)) return true
    await delay(LOOK_EVERY_MS)
  }
  return false
}

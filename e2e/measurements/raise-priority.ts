import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const NORMAL = 0

/**
 * Gives the programs of an installation that run below the normal CPU priority the normal one, where the system allows
 * it: on Linux, to root. Beside browsers that keep the cores busy, the API would answer in ten times the time.
 */
export function raisePriority({ pid: supervisor = 0 }: ChildProcess): void {
  try {
    const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')
    for (const pid of children.trim().split(' ').map(Number)) {
      if (getPriority(pid) <= NORMAL) continue
      for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), NORMAL)
      // Linux shares the processor among sessions first, and each program of the supervisor leads its own.
      writeFileSync(`/proc/${pid}/autogroup`, String(NORMAL))
    }
  } catch {
    // The stories take longer, and show the same.
  }
}

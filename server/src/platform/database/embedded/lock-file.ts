import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL writes of itself into its folder; left behind when it is killed. */
export type LockFile = { pid: number; port: number; ready: boolean }

export const lockFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** Null when there is none, or one that has not been written to its end. */
export function readLockFile(cluster: string): LockFile | null {
  try {
    const [pid, , , port, , , , status = ''] = readFileSync(lockFileOf(cluster), 'utf8').split('\n')
    return pid && port ? { pid: Number(pid), port: Number(port), ready: status.trim() === 'ready' } : null
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether the process is a PostgreSQL, and not another program that got the number of one that has died. */
export function isPostgres(pid: number): boolean {
  try {
    const command = process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : commandOf(pid)
    return /postgres/.test(command.split('\0')[0] ?? '')
  } catch {
    return false
  }
}

const commandOf = (pid: number) => execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })

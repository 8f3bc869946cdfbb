import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The lock file that a running PostgreSQL keeps in its folder. It remains when the server is killed. */
export type LockFile = { pid: number; port: number; ready: boolean }

export const lockFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** Null if there is no lock file, or an incomplete one. */
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

/** Whether the process is a PostgreSQL server. The process id of a dead server may belong to another program. */
export function isPostgres(pid: number): boolean {
  try {
    const command = process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : commandOf(pid)
    return /postgres/.test(command.split('\0')[0] ?? '')
  } catch {
    return false
  }
}

const commandOf = (pid: number) => execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })

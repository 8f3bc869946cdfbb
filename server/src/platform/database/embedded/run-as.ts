import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { type Binaries, copyPrograms } from './binaries.ts'

/** How PostgreSQL's programs run over one cluster. */
export type RunAs = {
  binaries: Binaries
  /** The cluster's folder, for a program that starts in it. */
  folder: string
  /** The options for `spawn`. */
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
  /** A command that runs the program. */
  through: readonly string[]
}

/** The whole environment of PostgreSQL's programs: ours holds keys. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }
const SETPRIV = '/usr/bin/setpriv'
/** The folder that a process started in, whatever leads to it. */
const OWN_FOLDER = '/proc/self/cwd'
/** Root owns it and everybody may read it, as with programs from the system's packages. */
const SHARED_PROGRAMS = '/var/lib/bidwell'

/**
 * PostgreSQL runs without any capability, and never as root: if we are root, it runs as the owner of `cluster`; if root
 * owns that folder, another user becomes its owner. That user reaches the cluster also where a parent folder is closed to
 * it (such as /root), because PostgreSQL starts in the cluster; its programs are copied to a place open to all.
 */
export function runAs(binaries: Binaries, cluster: string, sharedPrograms = SHARED_PROGRAMS): RunAs {
  const options = { cwd: cluster, env: ENVIRONMENT }
  if (process.getuid?.() !== 0) return { binaries, folder: cluster, options, through: withoutCapabilities() }

  const { uid, gid } = statSync(cluster)
  const user = uid === 0 ? findUser() : { uid, gid }
  chownSync(cluster, user.uid, user.gid)
  const isOpen = canEnter(dirname(cluster), user)
  if (!isOpen && !existsSync(OWN_FOLDER)) {
    throw new StartupError(
      `PostgreSQL must not run as root, and other users may not enter ${cluster}: start Bidwell as an ordinary user, or ` +
        'keep BIDWELL_DATA where others may go',
    )
  }
  return {
    binaries: canEnter(binaries.folder, user) ? binaries : copyPrograms(binaries, sharedPrograms),
    folder: isOpen ? cluster : OWN_FOLDER,
    options: { ...options, ...user },
    through: [],
  }
}

/** Capabilities that the system gave an ordinary user's process, such as CAP_SYS_NICE, are the engine's alone. */
function withoutCapabilities(): readonly string[] {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  if (!/^Cap(Amb|Inh):\t.*[^0\s]/m.test(status)) return []
  if (existsSync(SETPRIV)) return [SETPRIV, '--inh-caps=-all', '--ambient-caps=-all']
  throw new StartupError(
    `PostgreSQL must not have capabilities, and ${SETPRIV} is missing to drop them: install util-linux, or start Bidwell ` +
      'without capabilities',
  )
}

/** The user `postgres` if it exists, or `nobody`. */
function findUser() {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      continue // no such user here
    }
  }
  throw new StartupError('PostgreSQL must not run as root, and there is no user "postgres" or "nobody" to run it as')
}

function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(folder) === folder || canEnter(dirname(folder), user)
}

/** Converts the output of PostgreSQL's programs, or a system error, to a StartupError of one sentence. */
export function whyItFailed(task: string, failure: unknown): StartupError {
  const output = failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : String(failure)
  if (/No space left on device|ENOSPC|Disk quota exceeded/.test(output)) {
    return new StartupError(`PostgreSQL could not ${task}: the disk is full`, { cause: failure })
  }
  const reasons = output.split('\n').filter((line) => /\b(FATAL|PANIC|error|DETAIL|HINT):/i.test(line))
  const messages = reasons.map((line) => line.replace(/^.*?\b(FATAL|PANIC|error|DETAIL|HINT): +/i, '').trim())
  return new StartupError(`PostgreSQL could not ${task}: ${messages.join('; ') || output.trim()}`, { cause: failure })
}

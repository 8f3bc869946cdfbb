import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/** The user that PostgreSQL runs as, and a command to run it through where setting the user is not enough. */
export type Unprivileged = { user: { uid: number; gid: number } | undefined; through: readonly string[] }

const SETPRIV = '/usr/bin/setpriv'

/**
 * PostgreSQL refuses to run as root. When we are root, it runs as the owner of `folder`; if root owns the folder, another
 * user becomes its owner. If that user cannot enter a parent folder (such as /root), PostgreSQL runs with the capability
 * to pass it.
 */
export function unprivileged(folder: string, programs: string): Unprivileged {
  if (process.getuid?.() !== 0) return { user: undefined, through: [] }
  const { uid, gid } = statSync(folder)
  const user = uid === 0 ? findUser() : { uid, gid }
  chownSync(folder, user.uid, user.gid)
  if (canEnter(dirname(folder), user) && canEnter(programs, user)) return { user, through: [] }

  if (!existsSync(SETPRIV)) {
    throw new StartupError(
      `PostgreSQL must not run as root, and other users may not enter ${folder} or ${programs}: start Bidwell as an ` +
        'ordinary user, or keep it and BIDWELL_DATA where others may go',
    )
  }
  // PostgreSQL finds its files with access(), which ignores capabilities unless `no_setuid_fixup` is set.
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  return { user, through: [SETPRIV, ...identity, '--inh-caps=+dac_override', '--ambient-caps=+dac_override'] }
}

/** The file, the arguments and the options for `spawn`. */
export function commandLine(program: string, args: readonly string[], { user, through }: Unprivileged) {
  const [file = program, ...rest] = [...through, program, ...args]
  return { file, args: rest, identity: through.length === 0 ? user : undefined }
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

import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../startup-error.ts'

/** How to run PostgreSQL: as whom, and through which command where setting the user is not enough. */
export type Unprivileged = { user: { uid: number; gid: number } | undefined; through: readonly string[] }

const SETPRIV = '/usr/bin/setpriv'

/**
 * PostgreSQL refuses to run as root. For root it runs as whoever owns `folder`, or, if root does, as another user who
 * gets it. Where that user may not go (a clone below /root), one capability lets PostgreSQL alone in.
 */
export function unprivileged(folder: string, programs: string): Unprivileged {
  if (process.getuid?.() !== 0) return { user: undefined, through: [] }
  const { uid, gid } = statSync(folder)
  const user = uid === 0 ? findUser() : { uid, gid }
  chownSync(folder, user.uid, user.gid)
  if (mayEnter(dirname(folder), user) && mayEnter(programs, user)) return { user, through: [] }

  if (!existsSync(SETPRIV)) {
    throw new StartupError(
      `PostgreSQL must not run as root, and other users may not enter ${folder} or ${programs}: start Bidwell as an ` +
        'ordinary user, or keep it and BIDWELL_DATA where others may go',
    )
  }
  // The last switch: PostgreSQL looks for its files with access(), which forgets capabilities unless told not to.
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  return { user, through: [SETPRIV, ...identity, '--inh-caps=+dac_override', '--ambient-caps=+dac_override'] }
}

/** What to hand to `spawn`: file, arguments and options. */
export function commandLine(program: string, args: readonly string[], { user, through }: Unprivileged) {
  const [file = program, ...rest] = [...through, program, ...args]
  return { file, args: rest, identity: through.length === 0 ? user : undefined }
}

/** `postgres` where the system has one, else `nobody`, who is everywhere. */
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

function mayEnter(folder: string, user: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(folder) === folder || mayEnter(dirname(folder), user)
}

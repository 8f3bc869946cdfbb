import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLES } from '../src/platform/database/roles.ts'
import { freePort } from './free-port.ts'

/** Undefined where it is missing: `npm test` installs it where it can. */
export const PGBOUNCER = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

export type PoolMode = 'session' | 'transaction' | 'statement'

/** PgBouncer before the server of a test's database, as Debian configures it. `url` leads through it. */
export async function startPgBouncer(databaseUrl: string, mode: PoolMode) {
  if (PGBOUNCER === undefined) throw new Error('PgBouncer is missing: apt-get install pgbouncer')
  const { username, password, port: serverPort } = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  await chmod(folder, 0o755) // PgBouncer may run as another user than ours
  const users = [username, ...Object.values(ROLES)].map((name) => `"${name}" "${password}"\n`)
  await writeFile(join(folder, 'users'), users.join(''))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 60
`,
  )
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER, [...asNobody, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilUp(child)
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

async function untilUp(child: ChildProcess) {
  let output = ''
  const up = Promise.withResolvers<void>()
  child.stderr?.on('data', (text: Buffer) => {
    output += text.toString()
    if (output.includes('process up')) up.resolve()
  })
  child.once('exit', () => up.reject(new Error(`PgBouncer ended: ${output}`)))
  await up.promise
}

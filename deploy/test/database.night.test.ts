import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProgram } from '../../scripts/find-program.mjs'
import { COMPILED } from '../../scripts/prepare.mjs'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { ROLES } from '../../server/src/platform/database/roles.ts'
import { freePort } from '../../server/test/free-port.ts'
import { withDatabase, withServer } from '../../server/test/run-on-server.ts'
import { spawnPrograms } from '../../server/test/spawn-programs.ts'
import { startEmptyPostgres } from '../../server/test/start-postgres.ts'
import { EXAMPLE_SETTINGS, type Started, startedByCompose } from './read-deployments.ts'
import { commandsOf, runDocumented } from './run-documented.ts'

const ROLES_SQL = fileURLToPath(new URL('../roles.sql', import.meta.url))
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const psql = findProgram(['psql'])

/** What cannot be as in a container: the host of the database, and the addresses and folders of this machine. */
async function onThisMachine(env: Record<string, string>, serverUrl: string, folder: string) {
  const database = new URL(env['DATABASE_URL']!)
  database.host = new URL(serverUrl).host
  const port = String(await freePort())
  return {
    ...env,
    PATH: process.env['PATH']!,
    DATABASE_URL: database.href,
    STAND_INS: 'site=http://127.0.0.1:1/api/',
    ...(env['SMTP_URL'] !== undefined && { SMTP_URL: 'smtp://127.0.0.1:1' }),
    BIDWELL_DATA: folder,
    NODE_COMPILE_CACHE: COMPILED,
    HOST: '127.0.0.1',
    PORT: port,
  }
}

/** The processes of the compose file, with secrets made as the documents say. */
async function readProcesses(): Promise<{ started: Started[]; secrets: Record<string, string> }> {
  const docker =
    'docker() { [ "$1" = run ] || return 0; [ "$3" != --env-file ] || { set -a; . "$4"; shift 2; }; "$NODE" "$MAIN" "${@:4}"; }'
  await using documented = await runDocumented(commandsOf('In containers'), docker)
  const secrets = parseEnv(documented.read('deploy/.env')) as Record<string, string>
  const settings = {
    ...EXAMPLE_SETTINGS,
    SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
    PUBLIC_URL: 'https://127.0.0.1:1',
  }
  return { started: startedByCompose({ settings, secrets }), secrets }
}

test.skipIf(psql === null)(
  'After roles.sql, migrate and every process of the compose file start with their roles and keys, and a backup is verified',
  async () => {
    await using server = await startEmptyPostgres()
    const { started, secrets } = await readProcesses()
    const env = { PATH: process.env['PATH'], ...secrets }
    const { stdout } = await promisify(execFile)(psql!, ['-X', server.url, '-f', ROLES_SQL], { env })
    expect(stdout).not.toContain(secrets['API_PASSWORD'])

    const folder = await mkdtemp(join(tmpdir(), 'bidwell-compose-'))
    await using programs = spawnPrograms({})
    try {
      const [migration, backup, ...processes] = started
      const asHere = (process: Started) => onThisMachine(process.env, server.url, join(folder, process.name))
      await promisify(execFile)(process.execPath, [MAIN, migration!.command], { env: await asHere(migration!) })
      expect(processes.map(({ name }) => name)).toEqual(['api', 'jobs', 'engine-1', 'engine-2'])
      for (const each of processes) {
        const given = await asHere(each)
        const child = programs.spawnProgram(each.command as 'api', given)
        let output = ''
        child.stdout!.on('data', (text: string) => (output += text))
        const isServing = async () =>
          (await fetch(`http://127.0.0.1:${given.PORT}/api/ready`).catch(() => null))?.status
        if (each.name === 'api') await expect.poll(isServing).toBe(200)
        else await expect.poll(() => output).toMatch(/"msg":"(engine|jobs) started"/)
      }
      // The jobs write only when an account is deleted, and the API has no volume.
      expect((await readdir(folder)).toSorted()).toEqual(['engine-1', 'engine-2'])
      const args = [MAIN, backup!.command]
      const made = await promisify(execFile)(process.execPath, args, { env: await asHere(backup!) })
      expect(made.stdout).toMatch(/^It was read back, loaded into a database of its own, and is equal\.$/m)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

/** What the roles may do in the database `bidwell`, as its administrator sees it. */
async function readRoles(url: string) {
  let roles: unknown[] = []
  await withDatabase(new URL('/bidwell', url).href, async (client) => {
    const { rows } = await client.query(`
    select rolname as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isPowerful",
           has_database_privilege(oid, 'bidwell', 'connect') as connects,
           has_database_privilege(oid, 'bidwell', 'temporary') as "makesTables",
           has_schema_privilege(oid, 'public', 'create') as creates
      from pg_roles where rolname like 'bidwell_%' or rolname = 'stranger' order by rolname`)
    roles = rows
  })
  return roles
}

const ORDINARY = { isPowerful: false, connects: true, makesTables: false, creates: false }
const EXPECTED = [
  { name: ROLES.api, ...ORDINARY },
  { name: ROLES.engine, ...ORDINARY },
  { name: ROLES.jobs, ...ORDINARY },
  { name: ROLES.owner, ...ORDINARY, creates: true },
  { name: 'stranger', ...ORDINARY, connects: false },
]

test.skipIf(psql === null)('roles.sql makes ordinary roles, and keeps others out of the database', async () => {
  await using server = await startEmptyPostgres()
  await withServer(server.url, (client) => client.query('create role stranger login'))
  await runRolesSql(server.url)
  expect(await readRoles(server.url)).toEqual(EXPECTED)
})

test.skipIf(psql === null)(
  'An administrator who is no superuser runs roles.sql, also again, and keeps no right of the owner',
  async () => {
    await using server = await startEmptyPostgres()
    await withServer(server.url, async (client) => {
      await client.query('create role stranger login')
      await client.query(`create role administrator login createrole createdb password '${server.password}'`)
    })
    const url = new URL(server.url)
    url.username = 'administrator'
    await runRolesSql(url.href)
    await runRolesSql(url.href)
    expect(await readRoles(server.url)).toEqual(EXPECTED)
    await withDatabase(new URL('/bidwell', server.url).href, async (client) => {
      const { rows } = await client.query(`
      select pg_has_role('administrator', 'bidwell_owner', 'usage') as "isOwner",
             has_database_privilege('bidwell_owner', 'bidwell', 'create') as "makesSchemas"`)
      expect(rows).toEqual([{ isOwner: false, makesSchemas: false }])
    })
    const owner = new URL('/bidwell', server.url)
    owner.username = ROLES.owner
    owner.password = PASSWORD
    await migrate(owner.href)
  },
)

const PASSWORD = "o'x"
const runRolesSql = (url: string) =>
  promisify(execFile)(psql!, ['-X', url, '-f', ROLES_SQL], {
    env: {
      PATH: process.env['PATH'],
      ...Object.fromEntries(['OWNER', 'API', 'JOBS', 'ENGINE'].map((name) => [`${name}_PASSWORD`, PASSWORD])),
    },
  })

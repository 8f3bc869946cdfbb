import { existsSync, readdirSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { keepBackupIdentities } from '../../server/src/config/backup-keys.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { keysOf } from '../../server/src/config/keys.ts'
import { isSecret, SETTING_NAMES } from '../../server/src/config/settings.ts'
import { PROCESS_NAMES, ROLES, type RoleName } from '../../server/src/platform/database/roles.ts'
import { backup, programs } from '../../server/src/supervisor/programs.ts'
import {
  EXAMPLE_SETTINGS,
  type Given,
  operatorsOf,
  readCompose,
  readHome,
  readUnit,
  type Started,
  startedByCompose,
  startedByKubernetes,
} from './read-deployments.ts'
import { commandsOf, runDocumented } from './run-documented.ts'

/** What Node and the driver of the database read beside Bidwell's settings. */
const OF_OTHERS = ['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'PGPASSWORD']
const OPTIONAL = {
  SMTP_URL: 'smtps://user:password@mail.example.com',
  METRICS_TOKEN: 'token-of-more-than-thirty-two-characters',
  HEARTBEAT_URL: 'https://ping.example.com/secret',
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  TWILIO_AUTH_TOKEN: '0123456789abcdef',
}
const settings = {
  ...EXAMPLE_SETTINGS,
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_FROM: '+15551234567',
}

let given: Given
let bySystemd: Started[]
/** Docker is not asked: its part of the commands runs the same program of this repository. */
const DOCKER = `docker() {
  [ "$1" = run ] || return 0
  if [ "$3" = --env-file ]; then (set -a; . "$4"; "$NODE" "$MAIN" "\${@:6}"); else "$NODE" "$MAIN" "\${@:4}"; fi
}`
const SYSTEM = `npm() { [ "$1" = run ] || return 0; "$NODE" "$MAIN" "\${@:6}"; }
node() { true; }
systemctl() { echo "systemctl $*"; }
systemd-run() { for word; do case $word in *EnvironmentFile=*) [ -s "\${word##*=}" ] ;; esac; done; }`

beforeAll(async () => {
  await using containers = await runDocumented(commandsOf('In containers'), DOCKER)
  given = { settings, secrets: { ...parseEnv(containers.read('deploy/.env')), ...OPTIONAL } }

  const passwords = { OWNER_PASSWORD: 'o', API_PASSWORD: 'a', JOBS_PASSWORD: 'j', ENGINE_PASSWORD: 'e' }
  const commands = commandsOf('With systemd')
    .replaceAll('/etc/bidwell', '"$FOLDER"/etc')
    .replaceAll('/etc/systemd/system', '"$FOLDER"/units')
  await using units = await runDocumented(`mkdir units\n${commands}`, SYSTEM, {
    ...passwords,
    DATABASE_HOST: 'db.example.com',
  })
  bySystemd = UNITS.map((name) => {
    const unit = readUnit(name)
    const all = (key: string) => unit.flatMap(([found, value]) => (found === key ? [value] : []))
    const files = all('EnvironmentFile').map((path) => parseEnv(units.read(path.replace('/etc/bidwell', 'etc'))))
    return {
      name,
      command: /main\.ts (.+)$/.exec(all('ExecStart')[0] ?? '')?.[1] ?? '',
      env: Object.assign({}, ...files, settings, parseEnv(all('Environment').join('\n').replaceAll(' ', '\n'))),
    }
  })
})

const UNITS = readdirSync(new URL('../systemd', import.meta.url)).filter((name) => name.endsWith('.service'))

/** How each deployment starts the processes, and the optional secrets that it hands out. */
const deployments = (): { name: string; started: Started[]; optional: string[] }[] => [
  { name: 'compose', started: startedByCompose(given), optional: Object.keys(OPTIONAL) },
  { name: 'kubernetes', started: startedByKubernetes(given), optional: Object.keys(OPTIONAL) },
  // The operator adds the optional ones to the files.
  { name: 'systemd', started: bySystemd, optional: ['SMTP_URL'] },
]

const secretsIn = (variables: object) =>
  Object.keys(variables)
    .filter((key) => isSecret(key))
    .toSorted()

const roleOf = (command: string): RoleName => PROCESS_NAMES.find((name) => name === command) ?? 'owner'

test.each(['compose', 'kubernetes', 'systemd'])('By %s each process runs with a role of its own', (name) => {
  const { started } = deployments().find((deployment) => deployment.name === name)!
  const found = started.map(({ command, env }) => [command, new URL(env['DATABASE_URL']!).username])
  const ownersToo = name === 'kubernetes' ? [] : ['migrate', 'backup']
  expect(new Set(found.map(([command]) => command))).toEqual(new Set([...ownersToo, ...PROCESS_NAMES]))
  expect(found).toEqual(found.map(([command]) => [command, ROLES[roleOf(command!)]]))
})

test('Every variable that a deployment sets is one of the settings', () => {
  const known = new Set([...SETTING_NAMES, ...OF_OTHERS])
  const atHome = readHome({ PUBLIC_URL: 'https://x', SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' }).environment ?? {}
  const names = [atHome, ...deployments().flatMap(({ started }) => started.map(({ env }) => env))].flatMap(Object.keys)
  expect(names.length).toBeGreaterThan(100) // an empty scan would pass
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('Each process receives the secrets that it needs, no others, and keys that it accepts in production', async () => {
  const urls = Object.fromEntries(Object.keys(ROLES).map((role) => [role, 'postgres://127.0.0.1/x']))
  const all = { ...settings, ...given.secrets }
  const byRole = urls as Record<RoleName, string>
  const supervised = [...programs(readConfig(all), all, byRole), backup(all, byRole)]
  for (const { name, started, optional } of deployments()) {
    for (const { command, env } of started) {
      // Before it changes an older database, `migrate` makes a backup.
      const kind = command === 'migrate' ? 'backup' : command
      const needed = supervised.find((program) => program.name === kind)!.env
      const wanted = secretsIn(needed).filter((key) => optional.includes(key) || !(key in OPTIONAL))
      expect([name, command, ...secretsIn(env)]).toEqual([name, command, ...wanted])
      const config = readConfig(env)
      expect(config.production).toBe(true)
      const process = PROCESS_NAMES.find((known) => known === command)
      if (process) await keysOf(process, config)
      if (command === 'backup') expect(await keepBackupIdentities(config)).toHaveLength(1)
    }
  }
})

test("The operator's commands receive the owner's role and every secret, the keys of the vault with their secret halves", () => {
  const operators = operatorsOf(given)
  expect(operators.map(({ name }) => name)).toEqual(['operator'])
  const secrets = new Set(deployments().flatMap(({ started }) => started.flatMap(({ env }) => secretsIn(env))))
  for (const { env } of operators) {
    expect(new URL(env['DATABASE_URL']!).username).toBe(ROLES.owner)
    expect(secretsIn(env)).toEqual([...secrets].toSorted())
    expect(env['VAULT_KEYS']).toBe(given.secrets['VAULT_KEYS'])
    expect(readConfig(env).production).toBe(true)
  }
})

test('An example that nobody has changed is refused, because its operator has not acknowledged the terms of the site', () => {
  expect(() => readConfig(EXAMPLE_SETTINGS)).toThrow(/^SHOPGOODWILL_TERMS_ACKNOWLEDGED must be true/)
  expect(() => readConfig({ ...EXAMPLE_SETTINGS, SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true' })).not.toThrow()
})

test('A missing key stops compose before it starts a container', () => {
  const { VAULT_PUBLIC_KEYS: _, ...secrets } = given.secrets
  expect(() => startedByCompose({ settings, secrets })).toThrow('VAULT_PUBLIC_KEYS is needed')
})

test('The documents of operations name services, files and paths that exist', () => {
  const commands = ['In containers', 'On Kubernetes', 'With systemd', 'Restoring', 'Upgrading'].map(commandsOf).join('')
  const services = Object.keys(readCompose({ ...given.secrets }).services)
  const named = [...commands.matchAll(/^docker compose (up|stop|logs|run)((?: [\w./=:-]+)+)/gm)].flatMap(
    ([, verb, text = '']) =>
      text
        .trim()
        .split(' ')
        .filter((word) => !word.startsWith('-'))
        // What follows the service is the command in it.
        .slice(0, verb === 'run' ? 1 : undefined),
  )
  expect(named).toEqual(['operator', 'migrate'])
  expect(named.filter((name) => !services.includes(name))).toEqual([])
  const paths = [...commands.matchAll(/\/opt\/bidwell\/([\w./-]+\w)|-f (kubernetes\/\S+)/g)].map(
    ([, path, manifest]) => path ?? `deploy/${manifest}`,
  )
  expect(paths.length).toBeGreaterThan(4) // an empty scan would pass
  expect(paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
})

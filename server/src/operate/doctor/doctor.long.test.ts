import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, API_BASE } from '@bidwell/contract'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aRegistration } from '../../../test/api.ts'
import { type Examined, examine as examineOnce } from '../../../test/examine.ts'
import { freePort } from '../../../test/free-port.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { selfSigned } from '../../../test/self-signed.ts'
import { generateKeys } from '../../config/keys.ts'
import { systemClock } from '../../platform/clock.ts'
import { SUPERUSER } from '../../platform/database/embedded/create-cluster.ts'
import { findEmbedded } from '../../platform/database/embedded/start-embedded.ts'
import { pollUntil } from '../../platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const DAY_MS = 24 * 3_600_000
const PASSWORD = 'canary-password'
const PUBLIC = 'https://localhost'

let env: NodeJS.ProcessEnv & { BIDWELL_DATA: string; PORT: string }
let ownerUrl: string
const running = new AsyncDisposableStack()
/** Of one test. */
let mess = new AsyncDisposableStack()

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  running.defer(() => rm(folder, { recursive: true }))
  env = {
    PATH: process.env['PATH'],
    BIDWELL_DATA: folder,
    PORT: String(await freePort(3)),
  }
  const supervisor = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.defer(async () => {
    const gone = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    await gone
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    supervisor.once('exit', () => reject(new Error(`Bidwell ended: ${output}`)))
    supervisor.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('To stop')) resolve()
    })
  })
  ownerUrl = (await findEmbedded(folder))?.owner ?? ''
  const registered = await fetch(`http://127.0.0.1:${env.PORT}${API_BASE}${api.register.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(aRegistration({ password: PASSWORD, confirmPassword: PASSWORD })),
  })
  expect(registered.status).toBe(200)
  // The engine and the jobs start on their own.
  await pollUntil(systemClock, async () => (await examine(env)).exitCode === 0 || null, { everyMs: 200, forMs: 60_000 })
})

afterEach(async () => {
  await mess.disposeAsync()
  mess = new AsyncDisposableStack()
})
afterAll(() => running.disposeAsync(), 60_000)

/** Works in the database as its superuser, and at the end of the test so again. */
async function inDatabase(statement: string, undo: string) {
  const url = new URL(ownerUrl)
  url.username = SUPERUSER
  url.password = await readFile(join(env.BIDWELL_DATA, 'postgres-password'), 'utf8')
  const run = async (text: string) => {
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await run(statement)
  mess.defer(() => run(undo))
}

/** Listens on a free port until the end of the test. */
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  mess.defer(async () => void server.close())
  return (server.address() as AddressInfo).port
}

/** A proxy to the API with a certificate for `localhost`. */
async function startProxy(endsAt: number) {
  const pair = selfSigned({ endsAt })
  const server = createSecureServer(pair, (request, response) => {
    void fetch(`http://127.0.0.1:${env.PORT}${request.url}`)
      .then((answer) => answer.text())
      .then((text) => response.end(text))
  })
  const port = await listening(server)
  return { PUBLIC_URL: `${PUBLIC}:${port}`, certificateAuthority: pair.cert }
}

/** What the doctor finds once the engine is not late, as it is on a busy machine. */
async function examine(...patient: Parameters<typeof examineOnce>): Promise<Examined> {
  const examined = await pollUntil(
    systemClock,
    async () => {
      const once = await examineOnce(...patient)
      return once.trouble.some((line) => /event loop late|Bids leave late|database is slow/.test(line)) ? null : once
    },
    { everyMs: 300, forMs: 120_000 },
  )
  if (examined === null) throw new Error('The engine was late for two minutes')
  return examined
}

/** The only trouble is that of the line, and it is said in time. */
function expectOnly({ trouble, exitCode }: Examined, line: RegExp | string) {
  expect(trouble).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)])
  expect(exitCode).toBe(trouble[0]?.startsWith('FAIL') ? 2 : 1)
}

test('A healthy installation passes 9 checks, and the command ends with 0', async () => {
  const { lines, trouble, exitCode } = await examine(env)
  expect(trouble).toEqual([])
  expect(exitCode).toBe(0)
  expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(9)

  const command = spawn(process.execPath, [MAIN, 'doctor'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  command.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = await once(command, 'close')
  // The machine of the test may lack room on its disk.
  const others = printed.split('\n').filter((line) => !/^....\sdisk space: /.test(line))
  expect(others.filter((line) => /^(WARN|FAIL)/.test(line))).toEqual([])
  expect(code).toBe(/^FAIL/m.test(printed) ? 2 : /^WARN/m.test(printed) ? 1 : 0)
})

test('Each mistake in the configuration is named, and nothing else is examined', async () => {
  const { trouble, exitCode } = await examine({ ...env, LOG_LEVEL: 'loud', SMTP_URL: 'mail.example.com' })
  expect(trouble).toEqual([
    'FAIL configuration: SMTP_URL must be the mail server, such as smtps://user:password@mail.example.com:465 or ' +
      'smtp://mail.example.com:587.',
    'FAIL configuration: LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
    'FAIL configuration: MAIL_FROM must be set with SMTP_URL: it is the sender.',
  ])
  expect(exitCode).toBe(2)
})

test('A disk that fills up is named', async () => {
  const blocks = 10_000_000
  const withFree = (bavail: number) => examine(env, { statfs: async () => ({ bsize: 4_096, blocks, bavail }) })
  expectOnly(await withFree(100_000), /^FAIL disk space: 410 MB of 41\.0 GB are free .* Free space on that disk/)
  expectOnly(await withFree(400_000), /^WARN disk space: 1\.6 GB of 41\.0 GB are free/)
  expectOnly(await withFree(blocks * 0.09), /^WARN disk space: 3\.7 GB of 41\.0 GB are free/)
})

test('Session keys that open no password are named by their key', async () => {
  const { SESSION_KEYS } = generateKeys()
  const { trouble } = await examine({ ...env, SESSION_KEYS })
  expect(trouble).toContainEqual(
    expect.stringMatching(
      /^FAIL session keys: SESSION_KEYS lack the key "\w+", which passwords are stored with\. Put it/,
    ),
  )
  const kept = await readFile(join(env.BIDWELL_DATA, 'keys.env'), 'utf8')
  const kid = /SESSION_KEYS=(\w+):/.exec(kept)?.[1]
  const other = await examine({ ...env, SESSION_KEYS: SESSION_KEYS.replace(/^\w+/, `${kid}`) })
  expect(other.trouble).toContainEqual(
    `FAIL session keys: SESSION_KEYS have another key under the name "${kid}" than the one in use. Put the right one back.`,
  )
})

test('A public address that leads elsewhere, or whose certificate has expired, is named', async () => {
  const over = await startProxy(systemClock.now() - DAY_MS)
  expectOnly(
    await examine({ ...env, PUBLIC_URL: over.PUBLIC_URL }, { certificateAuthority: over.certificateAuthority }),
    /^FAIL public address: the certificate of https:\/\/localhost:\d+ is not valid: .*expired/,
  )
  const good = await startProxy(systemClock.now() + 300 * DAY_MS)
  const trusted = { certificateAuthority: good.certificateAuthority }
  expect((await examine({ ...env, PUBLIC_URL: good.PUBLIC_URL }, trusted)).trouble).toEqual([])
  expectOnly(
    await examine({ ...env, PUBLIC_URL: good.PUBLIC_URL }),
    /^FAIL public address: the certificate .* is not valid/,
  )

  const port = await listening(createServer((_, response) => void response.writeHead(302, { Location: PUBLIC }).end()))
  expectOnly(
    await examine({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` }),
    `FAIL public address: http://127.0.0.1:${port} answers 302 to https://localhost in place of Bidwell. Correct ` +
      'PUBLIC_URL, or where the proxy in front sends its calls.',
  )
  expectOnly(await examine({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }), /^FAIL public address: .* nothing listens/)
  const { trouble } = await examine({ ...env, PUBLIC_URL: 'https://no.invalid' })
  expect(trouble).toContainEqual(expect.stringMatching(/^FAIL public address: .* no host has that name/))
})

test('Another installation at the public address is told from this one', async () => {
  const health = await (await fetch(`http://127.0.0.1:${env.PORT}${API_BASE}/health`)).text()
  const other = health.replace(/"installation":"\w+"/, '"installation":"0123456789abcdef"')
  const port = await listening(createServer((_, response) => void response.end(other)))
  expectOnly(await examine({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` }), /^FAIL public address: another Bidwell/)
})

test('A database that does not let anybody in is named by the cause', async () => {
  const url = new URL(ownerUrl)
  const lineFor = async (change: (changed: URL) => void) => {
    const changed = new URL(url)
    change(changed)
    const { trouble, exitCode } = await examine({ ...env, DATABASE_URL: changed.href })
    expect(exitCode).toBe(2)
    expect(trouble.filter((line) => line.includes('not checked, because the database'))).toHaveLength(4)
    return trouble.find((line) => line.includes(' database: '))
  }
  expect(await lineFor((changed) => (changed.port = '1'))).toBe(
    'FAIL database: nothing listens at 127.0.0.1:1. Start PostgreSQL there, or correct DATABASE_URL.',
  )
  expect(await lineFor((changed) => (changed.password = 'wrong'))).toMatch(
    /^FAIL database: 127.* refuses the role bidwell_owner: .* Correct role and password in DATABASE_URL\.$/,
  )
  expect(await lineFor((changed) => (changed.pathname = '/nothing'))).toMatch(/^FAIL database: .*(database|refuses)/)
  expect(
    await lineFor((changed) => {
      changed.hostname = 'no.invalid'
      changed.search = 'sslmode=verify-full'
    }),
  ).toMatch(/^FAIL database: no host has the name no\.invalid\. Correct DATABASE_URL/)
  expect(await lineFor((changed) => (changed.search = 'sslmode=verify-full'))).toMatch(
    /^FAIL database: the connection to .* cannot be encrypted: .* Give PostgreSQL a certificate/,
  )
  const silent = await listening(createSocketServer(() => {}))
  expect(await lineFor((changed) => (changed.port = String(silent)))).toMatch(
    /^FAIL database: .* does not answer in time/,
  )
})

test('A standby for which no commit waits is named', async () => {
  await inDatabase("create role standby login replication password 'standby'", 'drop role standby')
  const url = new URL(ownerUrl)
  const settings = { host: url.hostname, port: Number(url.port), user: 'standby', password: 'standby' }
  const standby = new Client({ ...settings, application_name: 'standby', replication: 'true' } as object)
  await standby.connect()
  mess.defer(() => standby.end())
  expectOnly(await examine(env), /^WARN standby: 1 connected, and no commit waits .* synchronous_standby_names\.$/)
})

test('An engine that hangs is named', async () => {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from engines where stopped_at is null')
  await client.end()
  process.kill(rows[0]!.pid, 'SIGSTOP')
  mess.defer(async () => {
    process.kill(rows[0]!.pid, 'SIGCONT')
    await expect.poll(async () => (await examine(env)).exitCode).toBe(0)
  })
  const seen = await pollUntil(
    systemClock,
    async () => {
      const examined = await examine(env)
      return examined.exitCode === 2 ? examined : null
    },
    { everyMs: 300, forMs: 60_000 },
  )
  expect(seen?.trouble).toContainEqual(expect.stringMatching(/^FAIL troubles: No engine can send bids\. /))
  expect(seen?.trouble).toContainEqual(expect.stringMatching(/^WARN troubles: 1 engine is silent\. /))
})

const withMail = (SMTP_URL: string) =>
  examine({ ...env, SMTP_URL, MAIL_FROM: 'bids@example.com', PUBLIC_URL: `http://127.0.0.1:${env.PORT}` })

test('A mail server that refuses the login, listens nowhere or says nothing is named', async () => {
  await using server = await startMailServer({ login: { user: 'ann', pass: 'right' } })
  expectOnly(
    await withMail(`smtp://ann:wrong@127.0.0.1:${server.port}`),
    'FAIL mail: 127.0.0.1 refused the login (535). Correct SMTP_URL.',
  )
  expectOnly(await withMail('smtp://127.0.0.1:1'), /^FAIL mail: nothing listens at 127\.0\.0\.1\. Correct the port/)
  const silent = await listening(createSocketServer(() => {}))
  expectOnly(await withMail(`smtp://127.0.0.1:${silent}`), /^FAIL mail: 127\.0\.0\.1 (does not answer|takes no mail)/)
  expect((await withMail(`smtp://ann:right@127.0.0.1:${server.port}`)).trouble).toEqual([])
  expect(server.mails).toEqual([])
})

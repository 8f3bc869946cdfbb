import { availableParallelism, release, totalmem, type as osType } from 'node:os'
import { arch } from 'node:process'
import { sql } from 'kysely'
import { listSettings } from '../config/list-settings.ts'
import { isSecret, SETTING_NAMES } from '../config/settings.ts'
import type { Db } from '../platform/database/tables.ts'
import { RELEASE } from '../platform/release.ts'
import type { Patient } from './check.ts'
import { formatResults } from './format-results.ts'
import type { Result } from './run-checks.ts'

const GB = 1_000_000_000
const SHOWN_MIGRATIONS = 5
/** Counting stops here. */
const MOST = 1_000_000

/** A text for whoever helps the operator: without a secret, an address, a telephone number, a name or an amount. */
export async function composeReport(
  env: NodeJS.ProcessEnv,
  { database, machine }: Patient,
  results: readonly Result[],
): Promise<string> {
  const connected = await database
  const stored =
    'because' in connected ? [`not read, because ${connected.because}`] : await describeStored(connected.db)
  const settings = (await listSettings(env))
    .filter(({ from }) => from !== 'default')
    .map(({ name, value, from }) => `${name}=${value ?? ''} (${from})`)
  const lines = [
    `Bidwell ${RELEASE.version}`,
    `Node ${machine.nodeVersion}, ${osType()} ${release()} ${arch}`,
    `${availableParallelism()} cores, ${(totalmem() / GB).toFixed(1)} GB of memory`,
    ...under('Settings', settings),
    ...under('Checks', formatResults(results)),
    ...under('Stored', stored),
  ]
  return withoutPeople(withoutSecrets(`${lines.join('\n')}\n`, env))
}

const under = (title: string, lines: readonly string[]) => ['', title, ...lines.map((line) => `  ${line}`)]

async function describeStored(db: Db): Promise<string[]> {
  try {
    const migrations = await sql<{ name: string; at: Date }>`
      select name, applied_at as at from migrations order by name desc limit ${SHOWN_MIGRATIONS}`.execute(db)
    const counts = await sql<{ what: string; count: number }>`
      select 'accounts' as what, count(*)::int as count from (select from accounts limit ${MOST}) a
      union all select 'bids ' || status, count(*)::int from (select status from bids limit ${MOST}) b group by status
      union all select 'listings', count(*)::int from (select from listings limit ${MOST}) l
      union all select 'alarms ' || kind, count(*)::int from alarms group by kind
      union all select 'mails and alerts that wait', count(*)::int from deliveries where ended_at is null
      union all select 'engines in the last hour', count(*)::int from engines
                        where heartbeat_at > now() - interval '1 hour'`.execute(db)
    return [
      ...migrations.rows.map(({ name, at }) => `${name} since ${at.toISOString()}`),
      ...counts.rows.map(({ what, count }) => `${what}: ${count}`),
    ]
  } catch (error) {
    return [`not read: ${error instanceof Error ? error.message : ''}`]
  }
}

const MIN_SECRET_LENGTH = 6

/** What others have said, such as a server in its refusal, may repeat a secret. */
function withoutSecrets(text: string, env: NodeJS.ProcessEnv): string {
  const secrets = SETTING_NAMES.filter(isSecret)
    .flatMap((name) => [env[name] ?? '', ...partsOf(env[name] ?? '')])
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .toSorted((one, other) => other.length - one.length)
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
}

function partsOf(value: string): string[] {
  const { password = '', pathname = '' } = URL.parse(value) ?? {}
  return [password, safelyDecoded(password), pathname.slice(1), ...value.split(/[:,]/)].filter(
    (part) => part !== '' && !/^(secret|public|postgres(ql)?|smtps?|https?|\/\/.*)$/.test(part),
  )
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const EMAIL = /[^\s@<>()"',;:=]+@[^\s@<>()"',;]+/g
const PHONE = /\+\d{7,15}\b/g

/** A `…@host` is what is left of an address with a login. */
const withoutPeople = (text: string): string =>
  text.replaceAll(EMAIL, (found) => (found.includes('/…@') ? found : '…')).replaceAll(PHONE, '…')

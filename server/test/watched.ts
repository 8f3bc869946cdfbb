import { sql } from 'kysely'
import { startWatching } from '../src/health/start-watching.ts'
import { openReadBudget } from '../src/marketplace/rate-limiting/read-budget.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { aCtx } from './a-ctx.ts'
import { startTestApi, type TestApi } from './api.ts'
import { makeAdmin } from './appoint.ts'

const ADMIN = 'operator@example.com'
export const TOKEN = 'token-of-more-than-thirty-two-characters'
export const QUICK = { everyMs: 20, settledMs: 0 }

/** An installation with one fit engine, whose administrator and a bystander have accounts. */
export async function startWatched() {
  await using stack = new AsyncDisposableStack()
  const api = stack.use(await startTestApi({ metricsToken: TOKEN, adminEmails: [ADMIN] }))
  const admin = await api.signUp(ADMIN)
  await makeAdmin(api, admin)
  const bystander = await api.signUp()
  await sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at)
            values ('one', 1, 'then', now(), clock_timestamp() + interval '1 hour')`.execute(api.db)
  const owned = stack.move()
  return { api, admin, bystander, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export const budgetOf = (db: Db) =>
  openReadBudget({ db, siteId: 'shopgoodwill', readsPerSecond: 5, onChange: () => {} })

type Change = Partial<Parameters<typeof startWatching>[0]>

/** What the jobs of the installation do about troubles. */
export function watch(api: TestApi, change: Change = {}) {
  const { db } = api.openAs('jobs')
  return startWatching({
    ...aCtx({ db, readsPerSecond: 5, adminEmails: [ADMIN] }),
    dataDir: '.',
    readFreeBytes: async () => 9 * 2 ** 30,
    times: QUICK,
    ...change,
  })
}

/** Longer than a trouble has to stand: a look whose statements saw the engines before and after dates its beginning anew. */
export const until = (isSo: () => Promise<boolean>) =>
  pollUntil(systemClock, async () => (await isSo()) || null, { everyMs: 20, forMs: 60_000 })

export const told = async ({ db }: TestApi, accountId: number) => {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'values'])
    .where('account_id', '=', accountId)
    .where('kind', 'like', 'installation%')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, values }) => `${kind.replace('installation_', '')}: ${String(values['title'])}`)
}

import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { nameOfProcess } from '../platform/database/process-name.ts'
import { oldestReleaseOf, readMigrations } from '../platform/database/read-migrations.ts'
import { RELEASE } from '../platform/release.ts'
import { checkReleases } from './check-releases.ts'

const migration = (number: string, oldest: string) => ({
  name: `${number}-next.sql`,
  text: `-- oldest release: ${oldest}\nselect 1;\n`,
})

async function startServed(...names: string[]) {
  const served = await createTestDatabase()
  onTestFinished(() => served[Symbol.asyncDispose]())
  for (const applicationName of names) {
    const process = openDatabase({ url: served.url, applicationName, poolSize: 1 })
    onTestFinished(() => process[Symbol.asyncDispose]())
    await process.db.selectFrom('migrations').select('name').limit(1).execute()
  }
  const lines: string[] = []
  return {
    lines,
    check: (...pending: { name: string; text: string }[]) =>
      checkReleases(served.db, pending, (line) => lines.push(line)),
  }
}

test('A migration is refused while a process is connected that is older than it allows, and the sentence names both', async () => {
  const { check, lines } = await startServed('bidwell engine 0.9.4', 'bidwell api 0.10.0', 'a report 0.1.0')
  await expect(check(migration('0098', '0.10.0'), migration('0099', '0.9.0'))).rejects.toThrow(
    'Nothing was changed: 0098-next.sql allows processes of Bidwell 0.10.0 and later, and older ones are connected ' +
      '(engine of 0.9.4). Upgrade to 0.10.0 first, or stop them',
  )
  await check(migration('0099', '0.9.0'), migration('0098', '0.9.4'))
  expect(lines).toEqual([])
})

test('A process that does not say its release is named, and refuses nothing', async () => {
  const { check, lines } = await startServed('bidwell jobs', nameOfProcess('engine'))
  await check({ name: '0077-before.sql', text: '-- For history.\n' })
  expect(lines).toEqual([])
  await check(migration('0098', '0.1.0'))
  expect(lines).toEqual([
    'These processes do not say their release: jobs. 0098-next.sql allows those of Bidwell 0.1.0 and later.',
  ])
})

const isReleased = (oldest: string | null) =>
  oldest !== null && oldest.localeCompare(RELEASE.version, 'en', { numeric: true }) <= 0

test('Each migration from 0078 on names in its first line the oldest release that it allows, which is none of the future', async () => {
  expect([
    oldestReleaseOf('-- oldest release: 1.2.3\nselect 1;'),
    oldestReleaseOf('select 1; -- oldest release: 1.2.3'),
  ]).toEqual(['1.2.3', null])
  const migrations = await readMigrations()
  expect(migrations.length).toBeGreaterThan(60) // an empty scan would pass
  const wrong = migrations.filter(({ name, text }) => name >= '0078' && !isReleased(oldestReleaseOf(text)))
  expect(wrong.map(({ name }) => name)).toEqual([])
})

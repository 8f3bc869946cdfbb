import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'server/migrations'
/** The last migration before the rule: no release was made with the statements of earlier ones. */
const LAST_UNRULED = '0072'
/** Migrations that stop the programs of the version before: file, rule, why. `docs/operations.md` names each. */
const NEED_A_STOP: { file: string; rule: string; why: string }[] = []

/** Findings that break no program, as the name means the same to it before and after: file, rule, why. */
const HARMLESS: { file: string; rule: string; why: string }[] = [
  {
    file: '0078-months-of-the-security-log.sql',
    rule: 'renaming-table',
    why: 'Another table with the same columns has the name at the end of the migration.',
  },
  {
    file: '0090-bid-groups.sql',
    rule: 'adding-foreign-key-constraint',
    why: 'The column is new and empty, so that nothing is checked.',
  },
  {
    file: '0090-bid-groups.sql',
    rule: 'adding-foreign-key-constraint',
    why: 'The column is new and empty, so that nothing is checked.',
  },
  {
    file: '0090-bid-groups.sql',
    rule: 'adding-foreign-key-constraint',
    why: 'The column is new and empty, so that nothing is checked.',
  },
  {
    file: '0112-one-health.sql',
    rule: 'ban-drop-table',
    why: 'No version is released, and all programs are stopped for an upgrade.',
  },
  {
    file: '0112-one-health.sql',
    rule: 'ban-drop-table',
    why: 'No version is released, and all programs are stopped for an upgrade.',
  },
  {
    file: '0112-one-health.sql',
    rule: 'ban-drop-table',
    why: 'No version is released, and all programs are stopped for an upgrade.',
  },
  {
    file: '0078-months-of-the-security-log.sql',
    rule: 'drop',
    why: 'Only functions of the database call the two that are dropped, and they have others with the same names.',
  },
  {
    file: '0112-one-health.sql',
    rule: 'drop',
    why: 'No version is released, and all programs are stopped for an upgrade.',
  },
]

/**
 * What Squawk says of style, and of locks: `migrate` sets its own time limits, and waits for a minute in which no bid is due.
 * A unique constraint stands in the table that a migration creates.
 */
const NOT_ASKED = [
  'prefer-bigint-over-int',
  'prefer-robust-stmts',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
  'require-lock-timeout',
  'require-statement-timeout',
  'constraint-missing-not-valid',
  'ban-drop-not-null',
]

/** The findings in migrations that programs of the version before may not survive, as `file: rule`. */
function breakingIn(paths: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(
    'node_modules/.bin/squawk',
    ['--reporter=json', '--assume-in-transaction', '--pg-version=18', `--exclude=${NOT_ASKED.join(',')}`, ...paths],
    { encoding: 'utf8' },
  )
  if (stdout === '') throw new Error(`squawk said nothing: ${stderr}`)
  const found: { file: string; rule_name: string }[] = JSON.parse(stdout)
  return [
    ...found.map(({ file, rule_name }) => `${file}: ${rule_name}`),
    // Squawk knows no rule for them.
    ...paths
      .filter((path) =>
        /\bdrop (view|materialized view|function)\b/i.test(readFileSync(path, 'utf8').replaceAll(/--.*/g, '')),
      )
      .map((path) => `${path}: drop`),
  ]
}

test('A new migration breaks no program of the version before, unless the operator is told to stop all programs', () => {
  const files = readdirSync(FOLDER).filter((name) => name.slice(0, 4) > LAST_UNRULED)
  const expected = [...HARMLESS, ...NEED_A_STOP].map(({ file, rule }) => `${FOLDER}/${file}: ${rule}`)
  expect(breakingIn(files.map((name) => `${FOLDER}/${name}`))).toEqual(expected)
  const operations = readFileSync('docs/operations.md', 'utf8')
  expect(NEED_A_STOP.filter(({ file }) => !operations.includes(file.replace('.sql', '')))).toEqual([])
})

test('Each planted statement that breaks the version before is found, and so is 0064', () => {
  expect(breakingIn([`${FOLDER}/0064-one-name.sql`]).length).toBeGreaterThan(1)
  const breaking = [
    'alter table bids drop column note',
    'DROP TABLE IF EXISTS bids',
    'drop view shown',
    'drop function f(int)',
    'alter table bids rename to offers',
    'alter table bids rename column note to remark',
    'alter table bids alter column note type text',
    'alter table bids alter note set data type text',
    'alter table bids alter column note set not null',
    'alter table bids add column note text not null',
    "alter table bids add a text not null default '', add b int not null",
  ]
  const harmless = [
    'alter table bids add column note text',
    "alter table bids add column note text not null default 'a, b', add c numeric(3, 1) not null default 0",
    'create table notes (id int primary key, text text not null)',
    'alter table bids add check (note is not null)',
    'alter table bids drop constraint bids_check',
    'alter table bids alter column note drop not null',
    '-- drop table bids; rename it',
  ]
  const folder = mkdtempSync(join(tmpdir(), 'bidwell-migrations-'))
  try {
    const write = (statement: string, place: number) => {
      const path = join(folder, `${place}.sql`)
      writeFileSync(path, `${statement};\n`)
      return path
    }
    expect(breaking.filter((statement, place) => breakingIn([write(statement, place)]).length === 0)).toEqual([])
    expect(breakingIn(harmless.map(write))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

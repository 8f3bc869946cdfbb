import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'

const TOKEN = 'token-of-more-than-thirty-two-characters'
const RULES = readFileSync(new URL('../../../docs/operations/alerts.yml', import.meta.url), 'utf8')
const DASHBOARD = readFileSync(new URL('../../../docs/operations/dashboard.json', import.meta.url), 'utf8')

let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ metricsToken: TOKEN })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The metrics and the labels with values that an installation publishes in which an engine runs. */
async function readPublished() {
  await sql`
    insert into engines (host, pid, pid_started, started_at, heartbeat_at, timer_late_ms, bid_late_ms)
    values ('host', 1, 'then', now(), clock_timestamp(), 1, 1)`.execute(server.db)
  await sql`
    insert into jobs_processes (host, pid, started_at, free_bytes) values ('host', 1, now(), 1) on conflict do nothing`.execute(
    server.db,
  )
  await sql`
    insert into site_clocks (marketplace, offset_ms, uncertainty_ms, measured_at)
    values ('shopgoodwill', 1, 1, now()) on conflict do nothing`.execute(server.db)
  await fetch(`${server.url}/api/clock`)
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return { lines, names: new Set([...lines.map((line) => /^\w+/.exec(line)?.[0]), 'up']) }
}

/** The names in an expression that stand where a metric stands: not within braces, brackets or a grouping. */
const metricsIn = (expression: string) =>
  [...expression.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, '').matchAll(/\b[a-z_][a-z\d_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['by', 'or', 'and', 'e6'].includes(name))

/** A rule as its lines say it. The file has one field on each line. */
function readRules() {
  const [, ...rules] = RULES.split(/^ {6}- alert: /m)
  return rules.map((text) => {
    const field = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(text)?.[1]
    return {
      name: /^\w+/.exec(text)?.[0],
      expr: field('expr') ?? '',
      labels: field('labels'),
      summary: field('summary'),
    }
  })
}

test('Every metric that a rule of alerts names is published', async () => {
  const { names } = await readPublished()
  const rules = readRules()
  expect(rules.length).toBe(4) // an empty scan would pass
  expect(rules.filter(({ expr }) => metricsIn(expr).length === 0)).toEqual([])
  expect(rules.flatMap(({ expr }) => metricsIn(expr)).filter((name) => !names.has(name))).toEqual([])
})

test('Every value of a label that a rule asks for is published', async () => {
  const { lines } = await readPublished()
  const asked = readRules().flatMap(({ expr }) =>
    [...expr.matchAll(/(bidwell_\w+)\{(\w+)=~?"([^"]+)"\}/g)].flatMap(([, name = '', label = '', values = '']) =>
      values.split('|').map((value) => ({ name, pair: `${label}="${value}"` })),
    ),
  )
  expect(asked.length).toBeGreaterThan(5)
  const missing = asked.filter(({ name, pair }) => !lines.some((line) => line.startsWith(name) && line.includes(pair)))
  expect(missing).toEqual([{ name: 'bidwell_http_requests_total', pair: 'status="5xx"' }]) // no request has failed
})

test('Every rule of alerts has a name, a severity and a sentence, and the file has no tabs', () => {
  for (const { name, labels, summary } of readRules()) {
    expect(name).toMatch(/^Bidwell[A-Z]\w+$/)
    expect(labels).toMatch(/^\{ severity: (page|warn) \}$/)
    expect(summary).toMatch(/^[^:#]+\.$/)
  }
  expect(RULES).not.toContain('\t')
})

test('Every metric that the dashboard shows is published', async () => {
  const { names } = await readPublished()
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(DASHBOARD)
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(15)
  expect(expressions.flatMap(metricsIn).filter((name) => !names.has(name))).toEqual([])
})

test('Every kind of trouble is in one of the two rules, by its severity', async () => {
  const { lines } = await readPublished()
  const published = lines.flatMap((line) => /^bidwell_trouble\{kind="(\w+)"\}/.exec(line)?.[1] ?? [])
  expect(published.length).toBeGreaterThan(15)
  const rules = readRules().filter(({ expr }) => expr.includes('bidwell_trouble{kind=~'))
  expect(rules.map(({ labels }) => labels)).toEqual(['{ severity: page }', '{ severity: warn }'])
  const named = rules.flatMap(({ expr }) => /kind=~"([^"]+)"/.exec(expr)?.[1]?.split('|') ?? [])
  expect(named.toSorted()).toEqual(published.toSorted())
})

const promtool = (...args: string[]) => promisify(execFile)('promtool', args)

/** Series that stand for ten minutes, and the pages that they have to raise by then. */
const CAUSES = ['no_engine', 'bids_overdue', 'database_away', 'disk_full'].map((kind) => ({
  series: [`bidwell_trouble{kind="${kind}"} 1`],
  page: 'BidwellTroubleNow',
}))

test.runIf(spawnSync('promtool', ['--version']).status === 0)(
  'Prometheus takes the rules, and one cause raises one page',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
    onTestFinished(() => rm(folder, { recursive: true }))
    const pages = readRules()
      .filter(({ labels }) => labels?.includes('page'))
      .map(({ name }) => name)
    expect(pages).toEqual(expect.arrayContaining(CAUSES.map(({ page }) => page)))
    const tests = CAUSES.map(({ series, page }) => ({
      interval: '10s',
      input_series: [...series, 'up{job="bidwell"} 1'].map((line) => ({
        series: line.replace(/ \d$/, ''),
        values: `${line.at(-1)}x60`,
      })),
      alert_rule_test: pages.map((alertname) => ({
        eval_time: '10m',
        alertname,
        exp_alerts: alertname === page ? [alertOf(page, series)] : [],
      })),
    }))
    // JSON is YAML.
    const rules = join(folder, 'rules.yml')
    await writeFile(rules, RULES)
    await writeFile(
      join(folder, 'tests.yml'),
      JSON.stringify({ rule_files: [rules], evaluation_interval: '10s', tests }),
    )
    await promtool('check', 'rules', rules)
    await promtool('test', 'rules', join(folder, 'tests.yml'))
  },
)

function alertOf(page: string, series: readonly string[]) {
  const summary = readRules().find(({ name }) => name === page)?.summary
  const kind = page === 'BidwellTroubleNow' ? /kind="(\w+)"/.exec(series.join())?.[1] : undefined
  return { exp_labels: { severity: 'page', ...(kind && { kind }) }, exp_annotations: { summary } }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'

const SDK = fileURLToPath(new URL('../../test/write-spans.ts', import.meta.url))

test('Where the operator loads an SDK into all programs, the jobs make spans, and an engine that wins an auction makes none', async () => {
  await using sniping = await startSniping()
  const spans = join(sniping.dataDir, 'spans.txt')
  const env = { NODE_OPTIONS: `--import ${SDK}`, SPANS: spans }
  await sniping.spawnEngine({ env })
  sniping.spawnProgram('jobs', env)
  const { bidId } = await sniping.snipe()
  expect(await sniping.until(bidId, ({ settled_at }) => settled_at !== null)).toMatchObject({ status: 'won' })
  const lines = () => readFileSync(spans, 'utf8').trim().split('\n')
  await expect.poll(lines).toContain('jobs task rotate-credential-keys')
  expect(lines().filter((line) => line.startsWith('engine '))).toEqual(['engine loaded'])
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KeptProgram, Program } from './keep-running.ts'
import { startDevelopment } from './start-development.ts'

test('An edited source restarts the programs that use it, and an edited test restarts none', async () => {
  const root = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  for (const folder of ['contract/src', 'server/src/bidding', 'auction-house/src', 'practice-stripe/src']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  const restarts: string[] = []
  const keep = ({ name }: Program): KeptProgram => ({
    restart: () => void restarts.push(name),
    kill: () => {},
    [Symbol.asyncDispose]: async () => {},
  })
  const names = ['api', 'jobs', 'engine', 'auction-house']
  const kept = new Map(names.map((name) => [name, keep({ name, args: [], env: {} })]))
  await using development = startDevelopment({ keep, kept, env: {}, root: `${root}/` })
  expect(development.webUrl).toBe('http://127.0.0.1:5173')

  for (const file of ['bidding/cancel-bid.test.ts', 'bidding/notes.md'])
    await writeFile(join(root, 'server/src', file), '')
  await writeFile(join(root, 'auction-house/src/house.ts'), '')
  await expect.poll(() => restarts).toEqual(['auction-house'])
  // Files that are saved together are one edit.
  await Promise.all(['a.ts', 'b.ts', 'c.ts'].map((file) => writeFile(join(root, 'server/src/bidding', file), '')))
  await expect.poll(() => restarts).toEqual(['auction-house', 'api', 'jobs', 'engine'])
  await rm(root, { recursive: true })
})

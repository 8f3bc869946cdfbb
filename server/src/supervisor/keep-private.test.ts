import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../platform/startup-error.ts'
import { keepPrivate } from './keep-private.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('A data folder that other users of the machine may read is closed to them', async () => {
  const [given, bystander] = [join(folder, 'given'), join(folder, 'bystander')]
  for (const path of [given, bystander]) {
    await mkdir(path)
    await chmod(path, 0o755)
  }
  await keepPrivate(given)
  await keepPrivate(join(folder, 'new', 'data'))
  expect(await modeOf(given)).toBe('700')
  expect(await modeOf(join(folder, 'new', 'data'))).toBe('700')
  expect(await modeOf(bystander)).toBe('755')
})

test.each([0o777, 0o1777, 0o770])(
  'A data folder with the mode %o, in which others may write, is refused',
  async (mode) => {
    const shared = join(folder, 'shared')
    await mkdir(shared)
    await chmod(shared, mode)
    await expect(keepPrivate(shared)).rejects.toThrow(StartupError)
    expect(await modeOf(shared)).toBe((mode & 0o777).toString(8))
  },
)

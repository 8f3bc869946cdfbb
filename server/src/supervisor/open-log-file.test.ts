import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile } from './open-log-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(folder, { recursive: true }))

test('a log file of an earlier run is continued', async () => {
  const path = join(folder, 'api.log')
  openLogFile(path)('one')
  openLogFile(path)('two')
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n')
})

test('a log file over its size limit is renamed, and replaces the one that was renamed before', async () => {
  const path = join(folder, 'api.log')
  const write = openLogFile(path, 5)
  for (const line of ['first', 'second', 'third']) write(line)
  expect(await readFile(path, 'utf8')).toBe('third\n')
  expect(await readFile(`${path}.1`, 'utf8')).toBe('second\n')
})

test('a log file that cannot be written causes no error', () => {
  expect(() => openLogFile(join(folder, 'no such folder', 'api.log'))('lost')).not.toThrow()
})

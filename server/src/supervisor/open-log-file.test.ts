import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog, openLogFile } from './open-log-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
})

afterEach(() => rm(folder, { recursive: true }))

test('A log file of an earlier run is continued', async () => {
  const path = join(folder, 'api.log')
  openLogFile(path)('one')
  openLogFile(path)('two')
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n')
})

test('A log file over its size limit is renamed, and replaces the one that was renamed before', async () => {
  const path = join(folder, 'api.log')
  const write = openLogFile(path, { maxBytes: 5 })
  for (const line of ['first', 'second', 'third']) write(line)
  expect(await readFile(path, 'utf8')).toBe('third\n')
  expect(await readFile(`${path}.1`, 'utf8')).toBe('second\n')
})

test('A log file that cannot be written causes no error', () => {
  expect(() => openLogFile(join(folder, 'no such folder', 'api.log'))('lost')).not.toThrow()
})

test('A log file keeps as many earlier files as it is told to', async () => {
  const path = join(folder, 'security.log')
  const write = openLogFile(path, { maxBytes: 1, kept: 2 })
  for (const line of ['first', 'second', 'third', 'fourth']) write(line)
  expect(await Promise.all(['', '.1', '.2'].map((end) => readFile(path + end, 'utf8')))).toEqual([
    'fourth\n',
    'third\n',
    'second\n',
  ])
  await expect(readFile(`${path}.3`)).rejects.toThrow('ENOENT')
})

test('Lines of security have a file of their own, which no other line of the program wears out', async () => {
  const write = openLog(folder, 'api', { maxBytes: 200 })
  const refused = '{"level":30,"security":true,"msg":"answered"}'
  write(refused)
  // What a caller writes into a line is escaped there, and marks nothing.
  const noise = JSON.stringify({ level: 30, url: '{"security":true}' })
  for (let lines = 0; lines < 50; lines += 1) write(noise)
  expect(await readFile(join(folder, 'security.log'), 'utf8')).toBe(`${refused}\n`)
  expect(await readFile(join(folder, 'api.log.1'), 'utf8')).not.toContain(refused)
})

import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyOff } from './copy-off.ts'

const ENV = { PATH: '/usr/bin:/bin' }

async function aProgram(text: string) {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  const command = join(folder, 'copy')
  await writeFile(command, `#!/bin/sh\n${text}\n`)
  await chmod(command, 0o755)
  return { folder, command }
}

test('The program receives the path as its one argument, whatever is in it', async () => {
  const { folder, command } = await aProgram('printf "%s|%s" "$#" "$1" > "${0%/*}/got"')
  expect(await copyOff('/back ups/$(id)".age', { command, env: ENV })).toBeNull()
  expect(await readFile(join(folder, 'got'), 'utf8')).toBe('1|/back ups/$(id)".age')
})

test('A program that fails is told with its code and its last words', async () => {
  const { command } = await aProgram('echo no room >&2; exit 7')
  expect(await copyOff('x', { command, env: ENV })).toBe(`${command} exited with 7: no room`)
})

test('A program that hangs is killed, and told', async () => {
  const { command } = await aProgram('exec sleep 600')
  expect(await copyOff('x', { command, env: ENV, withinMs: 100 })).toBe(
    `${command} took longer than 0.1 s, and was killed`,
  )
})

test('A program that does not exist is told', async () => {
  expect(await copyOff('x', { command: '/nowhere/copy', env: ENV })).toMatch(/^\/nowhere\/copy did not run: .*ENOENT/)
})

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isProcessDead, ownIdentity } from './process-identity.ts'

test('A running process is not dead', () => {
  expect(isProcessDead(ownIdentity())).toBe(false)
})

test('A process is dead when its id was given to another process', () => {
  expect(isProcessDead({ ...ownIdentity(), pidStarted: '1' })).toBe(true)
})

test('A process that has ended is dead', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  expect(isProcessDead({ ...ownIdentity(), pid: child.pid! })).toBe(true)
})

test('A process of another machine or of an earlier boot is not known to be dead', () => {
  expect(isProcessDead({ ...ownIdentity(), host: 'elsewhere/boot/pid:[1]', pid: 999_999_999 })).toBe(false)
})

test('A running process that could not read its own start is not dead', () => {
  expect(isProcessDead({ ...ownIdentity(), pidStarted: 'unknown' })).toBe(false)
})

test('A running process that may not be signalled is not dead', () => {
  // Root may signal every process, so it starts one of another user, and then acts as a third user.
  const isRoot = process.getuid?.() === 0
  const child = isRoot ? spawn('sleep', ['60'], { uid: 65_533 }) : null
  const pid = child?.pid ?? 1
  const other = { ...ownIdentity(), pid, pidStarted: 'unknown' }
  if (isRoot) process.seteuid?.(65_534)
  try {
    expect(() => process.kill(pid, 0)).toThrow('EPERM')
    expect(isProcessDead(other)).toBe(false)
  } finally {
    if (isRoot) process.seteuid?.(0)
    child?.kill()
  }
})

/** Prints whether a process counts as dead, before and after the reader has used up its file descriptors. */
const CODE = `
import { openSync } from 'node:fs'
import { isProcessDead, ownIdentity } from '${new URL('process-identity.ts', import.meta.url).href}'
const peer = { ...ownIdentity(), ...JSON.parse(process.argv[1]) }
const before = isProcessDead(peer)
let code
try {
  for (;;) openSync('/dev/null')
} catch (error) {
  code = error.code
}
console.log(JSON.stringify([before, code, isProcessDead(peer)]))`

test.each([
  ['running', () => process.pid, false],
  [
    'ended',
    async () => {
      const child = spawn('true')
      await once(child, 'exit')
      return child.pid!
    },
    true,
  ],
])('A %s process is recognised by an engine without a free file descriptor', async (_, start, isDead) => {
  const { pidStarted } = ownIdentity()
  const peer = JSON.stringify({ pid: await start(), pidStarted })
  const command = 'ulimit -n 128; exec "$0" "$@"'
  const node = [process.execPath, '--input-type=module', '-e', CODE, peer]
  const { stdout } = await promisify(execFile)('bash', ['-c', command, ...node])
  expect(JSON.parse(stdout)).toEqual([isDead, 'EMFILE', isDead])
})

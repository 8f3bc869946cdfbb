import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isProcessDead, isDeadHere, ownIdentity } from './process-identity.ts'

test('a running process is not dead', () => {
  expect(isProcessDead(ownIdentity())).toBe(false)
})

test('a process is dead when its id was given to another process', () => {
  expect(isProcessDead({ ...ownIdentity(), pidStarted: '1' })).toBe(true)
})

test('a process that has ended is dead', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  expect(isProcessDead({ ...ownIdentity(), pid: child.pid! })).toBe(true)
})

test('a process of another machine or of an earlier boot is not known to be dead', () => {
  expect(isProcessDead({ ...ownIdentity(), host: 'elsewhere/boot/pid:[1]', pid: 999_999_999 })).toBe(false)
})

test('a process that left a file here before the last boot is dead, unless it ran on another machine', () => {
  const [name, , namespace] = ownIdentity().host.split('/')
  expect(isDeadHere({ ...ownIdentity(), host: `${name}/another boot/${namespace}` })).toBe(true)
  expect(isDeadHere({ ...ownIdentity(), host: 'elsewhere/boot/pid:[1]' })).toBe(false)
  expect(isDeadHere(ownIdentity())).toBe(false)
})

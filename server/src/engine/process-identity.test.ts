import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isProcessDead, isDeadHere, ownIdentity } from './process-identity.ts'

test('a running process is not gone', () => {
  expect(isProcessDead(ownIdentity())).toBe(false)
})

test('a process whose number now belongs to another is gone', () => {
  expect(isProcessDead({ ...ownIdentity(), pidStarted: '1' })).toBe(true)
})

test('a process that has ended is gone', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  expect(isProcessDead({ ...ownIdentity(), pid: child.pid! })).toBe(true)
})

test('of a process of another machine, or of one booted since, nothing is known', () => {
  expect(isProcessDead({ ...ownIdentity(), host: 'elsewhere/boot/pid:[1]', pid: 999_999_999 })).toBe(false)
})

test('whoever left something on this disk before the last boot is gone, unless that was another machine', () => {
  const [name, , namespace] = ownIdentity().host.split('/')
  expect(isDeadHere({ ...ownIdentity(), host: `${name}/another boot/${namespace}` })).toBe(true)
  expect(isDeadHere({ ...ownIdentity(), host: 'elsewhere/boot/pid:[1]' })).toBe(false)
  expect(isDeadHere(ownIdentity())).toBe(false)
})

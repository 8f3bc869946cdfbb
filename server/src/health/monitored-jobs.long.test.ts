import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

const until = (isSo: () => boolean) =>
  pollUntil(systemClock, async () => isSo() || null, { everyMs: 20, forMs: 180_000 })

test('The jobs call the monitor while an engine runs, and jobs that start without an engine do not call it', async () => {
  await using stack = new AsyncDisposableStack()
  const sniping = stack.use(await startSniping())
  let calls = 0
  const monitor = createServer((_request, response) => {
    calls++
    response.end('OK')
  }).listen(0, '127.0.0.1')
  await once(monitor, 'listening')
  stack.defer(() => void monitor.close())
  const url = `http://127.0.0.1:${(monitor.address() as AddressInfo).port}/ping/canary`
  const startJobs = () => {
    const jobs = sniping.spawnProgram('jobs', { HEARTBEAT_URL: url })
    const said = { text: '' }
    jobs.stdout?.on('data', (text: string) => (said.text += text))
    return { jobs, said }
  }

  const lonely = startJobs()
  expect(await until(() => lonely.said.text.includes('the heartbeat is withheld'))).toBe(true)
  expect(lonely.said.text).toContain('no_engine')
  await sniping.kill(lonely.jobs)
  expect(calls).toBe(0)

  await sniping.spawnEngine()
  const { said } = startJobs()
  expect(await until(() => calls > 0)).toBe(true)
  expect(said.text + lonely.said.text).not.toContain('canary')
})

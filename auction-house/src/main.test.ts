import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startAuctionHouse } from './index.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname

const start = (environment: Record<string, string>) =>
  spawn(process.execPath, [MAIN], { env: { ...process.env, AUCTION_HOUSE_PORT: '0', ...environment } })

test('The program starts with open items, logs only JSON and stops on SIGTERM', async () => {
  const command = start({})
  const [line] = await once(command.stdout, 'data')
  const { url } = JSON.parse(String(line))
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(await (await fetch(url)).text()).toMatch(/\d{3} open items/)
  command.kill('SIGTERM')
  expect(await once(command, 'exit')).toEqual([0, null])
})

test('The program exits with 78 and one line for each mistake in the environment', async () => {
  const command = start({ AUCTION_HOUSE_PORT: 'many', AUCTION_HOUSE_SEED: '-1', LOG_LEVEL: 'loud' })
  let errors = ''
  command.stderr.on('data', (text) => (errors += text))
  const [code] = await once(command, 'close')
  expect(code).toBe(78)
  expect(
    errors
      .trim()
      .split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['AUCTION_HOUSE_PORT', 'AUCTION_HOUSE_SEED', 'LOG_LEVEL'])
})

test('The program exits with 1 and one log line if the port is in use', async () => {
  await using house = await startAuctionHouse({ port: 0, sampleItems: false })
  const command = start({ AUCTION_HOUSE_PORT: new URL(house.url).port })
  let log = ''
  command.stdout.on('data', (text) => (log += text))
  expect(await once(command, 'close')).toEqual([1, null])
  expect(JSON.parse(log)).toMatchObject({ level: 60, err: { code: 'EADDRINUSE' } })
})

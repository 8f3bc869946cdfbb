import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'

/** More than the socket buffers of both ends hold. */
const LARGE_BYTES = 32 * 1024 * 1024

/** The longest that a timer takes: an app that waits for it fails by the deadline of the test. */
const NEVER_MS = 2 ** 31 - 1

/** An app that serves a large file; disposing it closes it, and removes the file. */
async function startWithLargeFile(closeTimeoutMs: number) {
  const webRoot = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  await writeFile(join(webRoot, 'large.bin'), Buffer.alloc(LARGE_BYTES))
  const own = await startTestApi({ web: { root: webRoot, pages: null }, closeTimeoutMs })
  const close = async () => {
    await own[Symbol.asyncDispose]()
    await rm(webRoot, { recursive: true })
  }
  return { url: own.url, close }
}

/** Requests a path over the agent's connection; resolves when the response begins. */
async function open(agent: Agent, url: string) {
  const sent = request(url, { agent }).end()
  const response: IncomingMessage = (await once(sent, 'response'))[0]
  return { response, reusedSocket: sent.reusedSocket }
}

async function countBytes(response: IncomingMessage) {
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  return bytes
}

test('A connection serves further calls while the app runs, and ends right after its response while the app closes', async () => {
  const { url, close } = await startWithLargeFile(NEVER_MS)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await countBytes((await open(agent, `${url}/api/health`)).response)
  const last = await open(agent, `${url}/large.bin`)
  const closed = close()
  expect(await countBytes(last.response)).toBe(LARGE_BYTES)
  await closed
  expect(last.reusedSocket).toBe(true)
  agent.destroy()
})

test('A client that does not read its response delays the closing of the app for a limited time', async () => {
  const { url, close } = await startWithLargeFile(100)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /large.bin HTTP/1.1\r\nHost: bidwell\r\n\r\n')
  await once(socket, 'readable')
  await close()
  socket.destroy()
})

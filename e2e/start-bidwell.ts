import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const ROOT = new URL('..', import.meta.url).pathname
const READY_WITHIN_MS = 45_000

/** The whole product, as `npm start` runs it, on ports and in a data folder of its own. */
export type Bidwell = AsyncDisposable & {
  url: string
  houseUrl: string
  /** The supervisor, to be killed where a story is about that. */
  supervisor: ChildProcess
  /** What it has said on its terminal so far. */
  said(): string
}

export type Place = { data: string; port: number; housePort: number }

export async function choosePlace(): Promise<Place> {
  const [port, housePort] = [await freePort(), await freePort()]
  return { data: await mkdtemp(join(tmpdir(), 'bidwell-e2e-')), port, housePort }
}

/** Starts everything and waits until it answers. Given the place of an earlier run, starts on what that left behind. */
export async function startBidwell(place: Place, env: Record<string, string> = {}): Promise<Bidwell> {
  const supervisor = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(place.port),
      AUCTION_HOUSE_PORT: String(place.housePort),
      BIDWELL_DATA: place.data,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }

  const url = `http://127.0.0.1:${place.port}`
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await answers(`${url}/api/health`))) {
    if (supervisor.exitCode !== null || performance.now() > deadline) {
      supervisor.kill('SIGTERM')
      throw new Error(`Bidwell did not start:\n${output}`)
    }
    await delay(50)
  }

  return {
    url,
    houseUrl: `http://127.0.0.1:${place.housePort}`,
    supervisor,
    said: () => output,
    async [Symbol.asyncDispose]() {
      if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
      const gone = once(supervisor, 'exit')
      supervisor.kill('SIGTERM')
      await gone
    },
  }
}

export const abandonPlace = (place: Place) => rm(place.data, { recursive: true, force: true })

async function answers(url: string) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  server.close()
  await once(server, 'close')
  return address.port
}

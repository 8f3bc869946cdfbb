import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from './listen.ts'

const ROOT = new URL('../..', import.meta.url).pathname
/** A deadline against hanging: a busy machine takes long. */
const START_TIMEOUT_MS = 180_000

/** The whole product as `npm start` runs it, with its own ports and data folder. */
export type Installation = {
  url: string
  houseUrl: string
  /** The stand-in for Stripe. */
  stripeUrl: string
  /** The data folder. */
  data: string
}

/** An installation that this process has started. Disposing stops it. */
export type Bidwell = Installation &
  AsyncDisposable & {
    /** The process that starts and restarts all others. */
    supervisor: ChildProcess
    /** What the terminal shows. */
    terminal: () => string
  }

/** The stand-ins listen at the two ports after this one. */
export type Place = { data: string; port: number }

export async function choosePlace(): Promise<Place> {
  return { data: await mkdtemp(join(tmpdir(), 'bidwell-e2e-')), port: await freePorts() }
}

/** Starts every process and waits until the API answers. A place of an earlier run still holds that run's data. */
export async function startBidwell(place: Place, env: Record<string, string> = {}): Promise<Bidwell> {
  const supervisor = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(place.port),
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
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await answers(`${url}/api/health`))) {
    if (supervisor.exitCode !== null || performance.now() > deadline) {
      supervisor.kill('SIGTERM')
      throw new Error(`Bidwell did not start:\n${output}`)
    }
    await delay(50)
  }

  return {
    url,
    houseUrl: `http://127.0.0.1:${place.port + 1}`,
    stripeUrl: `http://127.0.0.1:${place.port + 2}`,
    data: place.data,
    supervisor,
    terminal: () => output,
    async [Symbol.asyncDispose]() {
      if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
      const exited = once(supervisor, 'exit')
      supervisor.kill('SIGTERM')
      await exited
    },
  }
}

export const abandonPlace = (place: Place) => rm(place.data, { recursive: true, force: true })

/** Whether a program answers at an address. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false
  }
}

/** The first of three, below what Linux hands out for port 0, so that no other program takes one before Bidwell listens. */
async function freePorts(): Promise<number> {
  const first = randomInt(10_000, 32_000)
  const servers = [first, first + 1, first + 2].map((port) => ({ port, server: createServer() }))
  try {
    await Promise.all(servers.map(({ server, port }) => listen(server, port)))
    return first
  } catch {
    return await freePorts()
  } finally {
    for (const { server } of servers) server.close()
  }
}

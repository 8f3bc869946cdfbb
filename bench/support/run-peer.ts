import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Peer = { name: string; program: string; address: string }

/** A program that hangs is killed after this time. */
const PEER_TIMEOUT_MS = 90_000

/** Runs a peer. Returns the lateness of each call in ms. Throws the peer's error message when it cannot run. */
export async function runPeer(
  { program, address }: Peer,
  task: { dueAfterMs: number[]; leadInMs: number },
): Promise<number[]> {
  const path = fileURLToPath(new URL(`../peers/${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, [path, address, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PEER_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(failureReason(await stderr))
  return JSON.parse(await stdout)
}

/** Why a peer has failed. */
function failureReason(stderr: string) {
  if (stderr.includes('ERR_MODULE_NOT_FOUND')) return 'not installed: run `npm install` in bench/peers'
  return stderr.split('\n').find((line) => /^\w*Error: /i.test(line)) ?? 'it ended without an error message'
}

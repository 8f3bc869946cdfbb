import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Peer = { name: string; program: string; address: string }

/** A program that hangs is ended after this. */
const PATIENCE_MS = 90_000

/** How late a peer called each of these moments, in ms. Throws with what it complained of when it cannot run. */
export async function runPeer(
  { program, address }: Peer,
  task: { dueAfterMs: number[]; leadInMs: number },
): Promise<number[]> {
  const path = fileURLToPath(new URL(`../peers/${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, [path, address, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const [said, complaint] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(whyNot(await complaint))
  return JSON.parse(await said)
}

function whyNot(complaint: string) {
  if (complaint.includes('ERR_MODULE_NOT_FOUND')) return 'not installed: run `npm install` in bench/peers'
  return complaint.split('\n').find((line) => /error/i.test(line)) ?? 'it ended without a word'
}

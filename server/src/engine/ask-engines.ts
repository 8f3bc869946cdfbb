import { once } from 'node:events'
import { open, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { type Clock, systemClock } from '../platform/clock.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'
import { SOCKET } from './engine-folder.ts'

/** `unknown`: no engine shows itself here, or the disk does not say. */
export type EngineAnswer = 'answers' | 'hangs' | 'unknown'

/** A busy machine may keep an engine that is well from its next turn for a second, and never for so long. */
const ANSWER_WITHIN_MS = 10_000
const DISK_TIMEOUT_MS = 2_000

/**
 * Whether the engines whose journals stand in `path` take turns of their event loops. It asks the socket of each, which an engine
 * closes in its next turn, and the kernel accepts for it also while it hangs. So neither the database nor the clock nor a
 * full disk counts. An engine that has ended refuses, and does not count.
 */
export async function askEngines(path: string, clock: Clock = systemClock): Promise<EngineAnswer> {
  const names = await withTimeout(clock, DISK_TIMEOUT_MS, neverAborted, () => readdir(path)).catch(() => [])
  const sockets = names.filter((name) => SOCKET.test(name))
  if (sockets.length === 0) return 'unknown'
  // By way of the open folder, the address of a socket stays shorter than the 108 bytes that the kernel allows.
  await using folder = await open(path, 'r')
  const answers = await Promise.all(sockets.map((name) => ask(`/proc/self/fd/${folder.fd}/${name}`, clock)))
  return (['hangs', 'answers'] as const).find((answer) => answers.includes(answer)) ?? 'unknown'
}

async function ask(address: string, clock: Clock): Promise<EngineAnswer> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    socket.resume() // else it would not notice its end
    return await withTimeout(clock, ANSWER_WITHIN_MS, neverAborted, () => once(socket, 'close')).then(
      () => 'answers',
      () => 'hangs',
    )
  } catch {
    return 'unknown'
  } finally {
    socket.destroy()
  }
}

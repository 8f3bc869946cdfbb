import { freePort as portOrOther } from '../src/platform/database/embedded/free-port.ts'

/** Below what Linux hands out for port 0, so that no server of another test takes it before the program listens. */
const [FIRST, LAST] = [10_000, 31_999]
/** A prime, so that the processes of one run start far from one another. */
const APART = 7_919
let next = FIRST + ((process.pid * APART) % (LAST + 1 - FIRST))

/** A free port on 127.0.0.1 for a program that takes its time to start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port < LAST ? port + 1 : FIRST
    if ((await portOrOther(port)) === port) return port
  }
}

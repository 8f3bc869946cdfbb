import { freePort as portOrOther } from '../src/platform/database/embedded/free-port.ts'

/** Below what Linux hands out for port 0, so that no server of another test takes it before the program listens. */
const [FIRST, LAST] = [10_000, 31_999]
/** A prime, so that the processes of one run start far from one another. */
const APART = 7_919
let next = FIRST + ((process.pid * APART) % (LAST + 1 - FIRST))

/** A free port on 127.0.0.1 for a program that takes its time to start; with `count`, the ones after it are free too. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const port = next
    next = port < LAST ? port + count : FIRST
    const ports = Array.from({ length: count }, (_, index) => port + index)
    const free = await Promise.all(ports.map((each) => portOrOther(each)))
    if (free.every((each, index) => each === ports[index])) return port
  }
}

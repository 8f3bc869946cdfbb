import { type Clock, wallClock } from './clock.ts'

const LOOK_EVERY_MS = 10_000
/** Less is a slow adjustment, or a machine that was slow to answer. */
const WORTH_TELLING_MS = 2_000

type WatchDeps = {
  clock: Clock
  log: { warn(fields: object, words: string): void }
  /** Epoch ms as the machine tells it at this moment. */
  wall?: () => number
}

/**
 * Says when somebody sets the machine's clock, until disposed: nothing here follows it, and an operator who corrected it
 * should know that records go by the old time until a restart.
 */
export function watchWallClock({ clock, log, wall = wallClock }: WatchDeps): AsyncDisposable {
  const stopping = new AbortController()
  let known = wall() - clock.now()

  async function run() {
    while (!stopping.signal.aborted) {
      await clock.sleepUntil(clock.monotonic() + LOOK_EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping
      const ahead = wall() - clock.now()
      if (Math.abs(ahead - known) < WORTH_TELLING_MS) continue
      log.warn({ setByMs: Math.round(ahead - known) }, "the machine's clock was set; restart to go by it")
      known = ahead
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

type Task = { dueAfterMs: number[]; leadInMs: number }

const MAX_WAIT_MS = 30_000
const now = () => performance.timeOrigin + performance.now()

/**
 * The task of every peer: its address and the due times. `finish` waits for all calls, or until half a minute after the
 * last due time, and prints the lateness of each call in ms.
 */
export function openTask() {
  const [address = '', input = '{}'] = process.argv.slice(2)
  const { dueAfterMs, leadInMs }: Task = JSON.parse(input)
  const from = now() + leadInMs
  const dueAt = dueAfterMs.map((afterMs) => from + afterMs)
  const lateMs = new Map<number, number>()
  const all = Promise.withResolvers<void>()
  const last = Math.max(...dueAt)

  return {
    address,
    now,
    dueAt,
    /** Records that the handler of a due time runs now. A repeated call, which queues may make, is ignored. */
    called: (index: number) => {
      if (lateMs.has(index)) return
      lateMs.set(index, now() - (dueAt[index] ?? Number.NaN))
      if (lateMs.size === dueAt.length) all.resolve()
    },
    finish: async () => {
      if (now() > from) throw new Error('Scheduling took longer than the lead-in')
      setTimeout(() => all.resolve(), last + MAX_WAIT_MS - now())
      await all.promise
      process.stdout.write(JSON.stringify([...lateMs.values()]), () => process.exit())
    },
  }
}

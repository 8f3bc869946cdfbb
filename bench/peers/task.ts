type Task = { dueAfterMs: number[]; leadInMs: number }

const LATEST_MS = 30_000
const now = () => performance.timeOrigin + performance.now()

/**
 * What every peer is given: its address, and moments to be called at. It says how late each call was, in ms, on
 * standard output once all have come, or after half a minute without those that have not.
 */
export function openTask() {
  const [address = '', given = '{}'] = process.argv.slice(2)
  const { dueAfterMs, leadInMs }: Task = JSON.parse(given)
  const from = now() + leadInMs
  const dueAt = dueAfterMs.map((afterMs) => from + afterMs)
  const lateMs = new Map<number, number>()
  const all = Promise.withResolvers<void>()
  const last = Math.max(...dueAt)

  return {
    address,
    now,
    dueAt,
    /** The handler of this moment runs now. A second call, which queues may make, does not count. */
    called: (index: number) => {
      if (lateMs.has(index)) return
      lateMs.set(index, now() - (dueAt[index] ?? Number.NaN))
      if (lateMs.size === dueAt.length) all.resolve()
    },
    finish: async () => {
      if (now() > from) throw new Error('Scheduling took longer than the time left for it')
      setTimeout(() => all.resolve(), last + LATEST_MS - now())
      await all.promise
      process.stdout.write(JSON.stringify([...lateMs.values()]), () => process.exit())
    },
  }
}

import { CLIENT_CACHE } from '@bidwell/contract'

/** A read that waits for its turn. */
export type Task = {
  /** The same for the same read. */
  key: string
  /** The instant that the read is about, epoch ms: the earliest comes first. */
  at: number
  /** Whether the read comes again after it was made. */
  repeats: boolean
}

/**
 * Returns a function that takes the next tasks, five at most. Each task comes before any other comes again; a task that
 * does not repeat comes once.
 */
export function createWorkQueue() {
  const turns = new Map<string, number>()
  let turn = 0

  return function nextTasks<T extends Task>(tasks: readonly T[]): T[] {
    turn += 1
    const present = new Set(tasks.map(({ key }) => key))
    for (const key of turns.keys()) if (!present.has(key)) turns.delete(key)
    const next = tasks
      .filter(({ key, repeats }) => repeats || !turns.has(key))
      .toSorted((a, b) => (turns.get(a.key) ?? 0) - (turns.get(b.key) ?? 0) || a.at - b.at)
      .slice(0, CLIENT_CACHE.queueBatch)
    for (const { key } of next) turns.set(key, turn)
    return next
  }
}

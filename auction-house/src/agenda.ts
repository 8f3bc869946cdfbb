type Entry = { at: number; order: number; run: (at: number) => void }

export type Agenda = ReturnType<typeof createAgenda>

/**
 * Everything that will happen in the house by itself, in time order. Nothing here waits: whoever is about to look at
 * the house runs it up to the present first, so what is seen depends on the seed and the clock alone.
 */
export function createAgenda() {
  const heap: Entry[] = []
  let added = 0

  const before = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order)

  function swap(i: number, j: number) {
    const [a, b] = [heap[i], heap[j]]
    if (a && b) [heap[i], heap[j]] = [b, a]
  }

  function isBefore(i: number, j: number) {
    const [a, b] = [heap[i], heap[j]]
    return a !== undefined && b !== undefined && before(a, b)
  }

  function rise(index: number) {
    for (let i = index; i > 0;) {
      const parent = (i - 1) >> 1
      if (!isBefore(i, parent)) return
      swap(i, parent)
      i = parent
    }
  }

  function sink() {
    for (let i = 0; ;) {
      const left = 2 * i + 1
      const least = isBefore(left + 1, left) ? left + 1 : left
      if (!isBefore(least, i)) return
      swap(i, least)
      i = least
    }
  }

  function takeFirst() {
    const first = heap[0]
    const last = heap.pop()
    if (last && last !== first) {
      heap[0] = last
      sink()
    }
    return first
  }

  return {
    add(at: number, run: (at: number) => void) {
      heap.push({ at, order: added++, run })
      rise(heap.length - 1)
    },
    /** Runs what is due, each at its own planned instant, including what that adds. */
    runUntil(now: number) {
      for (let first = heap[0]; first && first.at <= now; first = heap[0]) {
        takeFirst()
        first.run(first.at)
      }
    },
  }
}

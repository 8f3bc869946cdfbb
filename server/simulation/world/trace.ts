import { hashOf } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'

export type Trace = {
  /** Adds what a process or a service did. */
  note(name: string, event: string): void
  /** Equal for two runs with the same notes at the same instants. */
  hash(): string
  /** The last notes of each process and service, by name; empty unless the trace is kept. */
  lines(): ReadonlyMap<string, readonly string[]>
}

const KEPT_LINES = 60

export function openTrace(time: VirtualTime, isKept: boolean): Trace {
  const kept = new Map<string, string[]>()
  const hashes = new Map<string, number>()
  let hash = 0

  function hashOfWord(word: string) {
    const known = hashes.get(word) ?? hashOf(word)
    hashes.set(word, known)
    return known
  }

  return {
    note(name, event) {
      const microseconds = Math.round(time.now() * 1_000)
      hash = Math.imul(hash ^ microseconds ^ hashOfWord(name), 0x01000193) ^ hashOfWord(event)
      if (!isKept) return
      const lines = kept.get(name) ?? []
      kept.set(name, [...lines, `${time.now().toFixed(1).padStart(10)} ${event}`].slice(-KEPT_LINES))
    },
    hash: () => (hash >>> 0).toString(16).padStart(8, '0'),
    lines: () => kept,
  }
}

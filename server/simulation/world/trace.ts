import { hashOf } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'

export type Trace = {
  /** Adds what a process or a service did. */
  note(who: string, what: string): void
  /** Equal for two runs with the same notes at the same instants. */
  hash(): string
  /** The last notes of each process and service; empty unless the trace is kept. */
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
    note(who, what) {
      const microseconds = Math.round(time.now() * 1_000)
      hash = Math.imul(hash ^ microseconds ^ hashOfWord(who), 0x01000193) ^ hashOfWord(what)
      if (!isKept) return
      const lines = kept.get(who) ?? []
      kept.set(who, [...lines, `${time.now().toFixed(1).padStart(10)} ${what}`].slice(-KEPT_LINES))
    },
    hash: () => (hash >>> 0).toString(16).padStart(8, '0'),
    lines: () => kept,
  }
}

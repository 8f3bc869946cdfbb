export type Chance = {
  /** From 0 up to but not including 1. */
  next(): number
  between(least: number, most: number): number
  whole(least: number, most: number): number
  happens(probability: number): boolean
  oneOf<T>(things: readonly [T, ...T[]]): T
}

/** The same numbers for the same seed, on every machine. */
function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + next() * (most - least)
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1))
  return {
    next,
    between,
    whole,
    happens: (probability) => next() < probability,
    oneOf: (things) => things[whole(0, things.length - 1)] ?? things[0],
  }
}

/** A stream of its own for each purpose, so that leaving one kind of fault out does not deal the others anew. */
export const chanceOf = (seed: number, purpose: string): Chance => chanceFrom(hashOf(purpose, seed))

/** FNV-1a over a text, from where a former one left off. */
export function hashOf(text: string, from = 0x811c9dc5): number {
  let hash = from >>> 0
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

export type Chance = {
  /** From 0, included, to 1, excluded. */
  next(): number
  between(min: number, max: number): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
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
  const between = (min: number, max: number) => min + next() * (max - min)
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1))
  return {
    next,
    between,
    whole,
    happens: (probability) => next() < probability,
    oneOf: (things) => things[whole(0, things.length - 1)] ?? things[0],
  }
}

/**
 * A stream of random numbers for each purpose: without one kind of fault, the others are drawn as before. A purpose is
 * never renamed: under another name every seed is another run, and the past failures test nothing.
 */
export const chanceOf = (seed: number, purpose: string): Chance => chanceFrom(hashOf(purpose, seed))

/** FNV-1a over a text; `from` continues an earlier hash. */
export function hashOf(text: string, from = 0x811c9dc5): number {
  let hash = from >>> 0
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

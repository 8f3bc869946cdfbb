export type Chance = {
  /** From 0 up to but not including 1. */
  next(): number
  between(least: number, most: number): number
  whole(least: number, most: number): number
  happens(probability: number): boolean
}

/** The same numbers for the same seed, on every machine. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + next() * (most - least)
  return {
    next,
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    happens: (probability) => next() < probability,
  }
}

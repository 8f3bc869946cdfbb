/** A generator of numbers in [0, 1). The same seed gives the same numbers. */
export type Random = () => number

/** A generator seeded by its subject, so that draws for one item never change the draws for another. */
export function randomFrom(...seed: (string | number)[]): Random {
  let state = 2_166_136_261
  for (const char of seed.join('/')) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (random: Random, min: number, max: number) => min + random() * (max - min)

export const wholeBetween = (random: Random, min: number, max: number) => Math.floor(between(random, min, max + 1))

export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]

/** A draw from the normal distribution (Box–Muller transform). */
export const normal = (random: Random, mean: number, deviation: number) =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Numbers in [0, 1), the same ones for the same seed. */
export type Random = () => number

/** A generator of its own for each subject, so that what happens to one lot never changes the luck of another. */
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

export const between = (random: Random, least: number, most: number) => least + random() * (most - least)

export const wholeBetween = (random: Random, least: number, most: number) =>
  Math.floor(between(random, least, most + 1))

export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]

/** A draw from the normal distribution (Box and Muller's way). */
export const normal = (random: Random, mean: number, deviation: number) =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

import type { Motif } from './pictures/motifs.ts'

export type Category = {
  categoryId: number
  name: string
  parent: { categoryId: number; name: string }
  motif: Motif
  /** The range of values in whole dollars, and of weights in pounds. */
  valueDollars: readonly [number, number]
  pounds: readonly [number, number]
  things: readonly [string, ...string[]]
  details: readonly [string, ...string[]]
  conditions: readonly [string, ...string[]]
}

import type { BidFate } from './engine-ports.ts'
import type { Chance } from './chance.ts'
import type { Fate } from './virtual-process.ts'

/** What kinds of trouble a run may meet; each is switched by itself, so that some runs are about one of them alone. */
export type Troubles = {
  kills: boolean
  pauses: boolean
  store: boolean
  site: boolean
  bids: boolean
  journal: boolean
  clocks: boolean
  movedEnds: boolean
  cancels: boolean
  rivals: boolean
}

export const NO_TROUBLES: Troubles = {
  kills: false,
  pauses: false,
  store: false,
  site: false,
  bids: false,
  journal: false,
  clocks: false,
  movedEnds: false,
  cancels: false,
  rivals: false,
}

export function troublesFrom(chance: Chance): Troubles {
  const names = Object.keys(NO_TROUBLES)
  // The keys of the record are its type's, since it was written out above.
  return Object.fromEntries(names.map((name) => [name, chance.happens(0.4)])) as Troubles
}

const FINE = 'fine' as const

/** How one call of a process to the outside goes. `isOut` says whether the database is away altogether. */
export function fateOf(chance: Chance, troubles: Troubles, call: string, isOut: boolean): Fate {
  const [part] = call.split('.')
  if (part === 'store') {
    const near = { outMs: chance.between(0.2, 4), backMs: chance.between(0.2, 4) }
    if (isOut) return { ...near, kind: chance.happens(0.5) ? 'hangs' : 'fails' }
    return { ...near, kind: troubles.store ? wrong(chance, 0.03) : FINE }
  }
  if (part === 'journal') {
    const near = { outMs: chance.between(0.1, 3), backMs: 0 }
    return { ...near, kind: troubles.journal && chance.happens(0.1) ? 'fails' : FINE }
  }
  const far = { outMs: chance.between(25, 55), backMs: chance.between(25, 55) }
  return { ...far, kind: troubles.site ? wrong(chance, 0.08) : FINE }
}

const wrong = (chance: Chance, rate: number): Fate['kind'] =>
  chance.happens(rate) ? ((['fails', 'hangs', 'unknown', 'mute'] as const)[chance.whole(0, 3)] ?? FINE) : FINE

export function bidFateFrom(chance: Chance, troubles: Troubles): BidFate {
  const way = { outMs: chance.between(25, 55), backMs: chance.between(25, 55) }
  if (!troubles.bids || chance.happens(0.5)) return { ...way, kind: FINE }
  const kinds = ['not_sent', 'blocked', 'rate_limited', 'lost', 'unheard'] as const
  const slow = chance.happens(0.3)
  return {
    outMs: slow ? chance.between(55, 900) : way.outMs,
    backMs: slow ? chance.between(55, 20_000) : way.backMs,
    kind: kinds[chance.whole(0, kinds.length - 1)] ?? FINE,
  }
}

/** A time in which somebody with a reason to send a bid could not, by what the world knows. In virtual ms. */
export type Spell = { from: number; to: number; why: string }

/** Why a spell that a disk began was one. */
export const DISK_HUNG = 'the disk hung'

/** Until a bid of a dead engine is another's: at once where the death is seen, else when its lease has run out. */
export const TAKEOVER_MS = { seen: 3_000, unseen: 42_500 }
/** A new engine reads before it sends, and not seeing a bid proves nothing for some seconds. */
export const DOUBT_MS = 6_500

export type TroubleSpells = ReturnType<typeof troubleSpells>

/** The world's book of what stood in the way of which bid, and when; `null` stands for all of them. */
export function troubleSpells() {
  const spells: (Spell & { bidId: number | null })[] = []
  return {
    /** Answers the spell itself, for its end may not be known yet. */
    note(bidId: number | null, spell: Spell): Spell {
      const noted = { bidId, ...spell }
      spells.push(noted)
      return noted
    },
    of: (bidId: number): Spell[] => spells.filter((spell) => spell.bidId === null || spell.bidId === bidId),
  }
}

/** The first stretch of at least so many ms between `from` and `to` that no spell touches; null when there is none. */
export function quietStretch(
  spells: readonly Spell[],
  { from, to, leastMs }: { from: number; to: number; leastMs: number },
): { from: number; to: number } | null {
  let begin = from
  for (const spell of spells.toSorted((a, b) => a.from - b.from)) {
    if (Math.min(spell.from, to) - begin >= leastMs) return { from: begin, to: Math.min(spell.from, to) }
    begin = Math.max(begin, spell.to)
  }
  return to - begin >= leastMs ? { from: begin, to } : null
}

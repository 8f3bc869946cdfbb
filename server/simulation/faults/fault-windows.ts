/** A time in which somebody with a reason to send a bid could not, by what the world knows. In virtual ms. */
export type FaultWindow = { from: number; to: number; why: string }

/** Why a faultWindow that a disk began was one. */
export const DISK_HUNG = 'the disk hung'

/** Until a bid of a dead engine is another's: at once where the death is seen, else when its lease has run out. */
export const TAKEOVER_MS = { seen: 3_000, unseen: 42_500 }
/** A new engine reads before it sends, and not seeing a bid proves nothing for some seconds. */
export const DOUBT_MS = 6_500

export type FaultWindows = ReturnType<typeof openFaultWindows>

/** The world's book of what stood in the way of which bid, and when; `null` stands for all of them. */
export function openFaultWindows() {
  const faultWindows: (FaultWindow & { bidId: number | null })[] = []
  return {
    /** Answers the faultWindow itself, for its end may not be known yet. */
    note(bidId: number | null, faultWindow: FaultWindow): FaultWindow {
      const noted = { bidId, ...faultWindow }
      faultWindows.push(noted)
      return noted
    },
    of: (bidId: number): FaultWindow[] =>
      faultWindows.filter((faultWindow) => faultWindow.bidId === null || faultWindow.bidId === bidId),
  }
}

/** The first stretch of at least so many ms between `from` and `to` that no faultWindow touches; null when there is none. */
export function quietStretch(
  faultWindows: readonly FaultWindow[],
  { from, to, leastMs }: { from: number; to: number; leastMs: number },
): { from: number; to: number } | null {
  let begin = from
  for (const faultWindow of faultWindows.toSorted((a, b) => a.from - b.from)) {
    if (Math.min(faultWindow.from, to) - begin >= leastMs) return { from: begin, to: Math.min(faultWindow.from, to) }
    begin = Math.max(begin, faultWindow.to)
  }
  return to - begin >= leastMs ? { from: begin, to } : null
}

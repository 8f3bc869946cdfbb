/** The height of a toast of two lines and a gap, px. */
const ROOM = 72

/**
 * Where toasts begin, px from the top of the window: below the lower edges of what is to stay free, and above the top of what is pinned
 * to the foot of the window.
 */
export const toastsFrom = (edges: readonly number[], foot: number): number =>
  Math.max(0, Math.min(Math.max(...edges), foot - ROOM))

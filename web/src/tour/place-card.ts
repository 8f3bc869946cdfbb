/** A rectangle of the window, px. */
export type Box = { left: number; top: number; width: number; height: number }
type Size = Pick<Box, 'width' | 'height'>

const GAP_PX = 16
export const MARGIN_PX = 12

/**
 * Where the tour's card goes in the window, px: below its target, otherwise above it, otherwise at the bottom. Without a
 * target it goes to the middle. It never leaves the window, even when its target does.
 */
export function placeCard(card: Size, view: Size, target: Box | null): Pick<Box, 'left' | 'top'> {
  const middle = target === null ? view.width / 2 : target.left + target.width / 2
  return {
    left: within(middle - card.width / 2, view.width - card.width),
    top: within(topOf(card, view, target), view.height - card.height),
  }
}

function topOf(card: Size, view: Size, target: Box | null): number {
  if (target === null) return (view.height - card.height) / 2
  const below = target.top + target.height + GAP_PX
  if (below + card.height + MARGIN_PX <= view.height) return below
  const above = target.top - GAP_PX - card.height
  return above >= MARGIN_PX ? above : view.height
}

const within = (px: number, room: number) => Math.max(MARGIN_PX, Math.min(px, room - MARGIN_PX))

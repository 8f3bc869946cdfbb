/** Id of the tracked auction whose card has the focus; null when none has. */
export const focusedLot = (): number | null => lotIdOf(document.activeElement?.closest('[data-lot]'))

/** Id of the tracked auction in focus, otherwise of the one in the detail. */
export const currentLot = (): number | null =>
  focusedLot() ?? lotIdOf(document.querySelector('[data-lot]:has(a[aria-current])'))

function lotIdOf(card: Element | null | undefined): number | null {
  const id = Number(card?.getAttribute('data-lot') ?? Number.NaN)
  return Number.isSafeInteger(id) ? id : null
}

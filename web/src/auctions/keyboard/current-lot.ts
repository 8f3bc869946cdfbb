/** The tracked auction whose card has the focus; null when none has. */
export const focusedLot = (): number | null => lotOf(document.activeElement?.closest('[data-lot]'))

/** The one that the user is at: in focus, else shown in the detail. */
export const currentLot = (): number | null =>
  focusedLot() ?? lotOf(document.querySelector('[data-lot]:has(a[aria-current])'))

function lotOf(card: Element | null | undefined): number | null {
  const id = Number(card?.getAttribute('data-lot') ?? Number.NaN)
  return Number.isSafeInteger(id) ? id : null
}

import type { Lot } from './lot.ts'

/** What a card can ask of the page. Stable, so that cards need not be drawn again. */
export type LotCommands = {
  edit: (id: number) => void
  cancel: (lot: Lot) => void
  remove: (lots: readonly Lot[]) => void
  readAgain: (id: number) => void
  select: (id: number) => void
  openReceipt: (bidId: number) => void
}

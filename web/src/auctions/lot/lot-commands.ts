import type { Lot } from './lot.ts'

/** The commands of a card. The object keeps its identity, so that cards do not render again. */
export type LotCommands = {
  edit: (id: number) => void
  cancel: (lot: Lot) => void
  remove: (lots: readonly Lot[]) => void
  refresh: (id: number) => void
  select: (id: number) => void
  openReceipt: (bidId: number) => void
}

import { useEffect } from 'react'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import type { useUndoableActions } from '../undo/use-undoable-actions.ts'
import type { useAddSheet } from './use-add-sheet.ts'
import type { OpenAuction } from './use-open-auction.ts'

const DetailSheet = lazyDialog(async () => (await import('./DetailSheet.tsx')).DetailSheet)
const AddSheet = lazyDialog(async () => (await import('../add/AddSheet.tsx')).AddSheet)
const SeveralAuctions = lazyDialog(async () => (await import('../add/SeveralAuctions.tsx')).SeveralAuctions)
const BulkBidDialog = lazyDialog(async () => (await import('../selection/BulkBidDialog.tsx')).BulkBidDialog)
const GroupSheet = lazyDialog(async () => (await import('../../bids/groups/GroupSheet.tsx')).GroupSheet)
const MakeGroupSheet = lazyDialog(async () => (await import('../../bids/groups/MakeGroupSheet.tsx')).MakeGroupSheet)
const LabelDialog = lazyDialog(async () => (await import('../notes/LabelDialog.tsx')).LabelDialog)
const UndoWarningDialog = lazyDialog(async () => (await import('../undo/UndoWarningDialog.tsx')).UndoWarningDialog)

type DashboardDialogsProps = {
  /** Absent while the detail is beside the list. */
  detail: OpenAuction | undefined
  onCloseDetail: () => void
  /** The group of bids that is open; null for none. */
  groupId: number | null
  onCloseGroup: () => void
  addSheet: ReturnType<typeof useAddSheet>
  actions: ReturnType<typeof useUndoableActions>
  /** What is done with the selected auctions together. */
  bulk: 'bids' | 'group' | 'labels' | null
  selected: readonly TrackedAuction[]
  onCloseBulk: () => void
  onBulkDone: () => void
}

/** The sheets and dialogs over the dashboard. Their code loads on demand. */
export function DashboardDialogs({ detail, groupId, addSheet, actions, bulk, selected, ...on }: DashboardDialogsProps) {
  const { references, leftOut } = addSheet
  const [reference] = references
  usePrefetch(AddSheet.preload)
  return (
    <>
      {/* One sheet at a time: the detail comes back once the group is closed. */}
      {detail && groupId === null && <DetailSheet {...detail} onClose={on.onCloseDetail} />}
      {groupId !== null && <GroupSheet groupId={groupId} onClose={on.onCloseGroup} />}
      {reference !== undefined && references.length === 1 && (
        <AddSheet
          key={reference}
          reference={reference}
          leftOut={leftOut}
          onAdd={addSheet.open}
          onClose={addSheet.onClose}
          onDone={addSheet.onDone}
        />
      )}
      {references.length > 1 && (
        <SeveralAuctions key={references.join('\n')} {...{ references, leftOut }} onClose={addSheet.onClose} />
      )}
      {actions.question && <UndoWarningDialog question={actions.question} {...actions.answer} />}
      {bulk === 'bids' && <BulkBidDialog auctions={selected} onClose={on.onCloseBulk} onDone={on.onBulkDone} />}
      {bulk === 'group' && <MakeGroupSheet auctions={selected} onClose={on.onCloseBulk} onDone={on.onBulkDone} />}
      {bulk === 'labels' && <LabelDialog auctions={selected} onClose={on.onCloseBulk} />}
    </>
  )
}

const PREFETCH_DELAY_MS = 2_000

/** Loads code that the user is likely to need, once the page has settled. */
function usePrefetch(load: () => void) {
  useEffect(() => {
    const timer = setTimeout(load, PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])
}

import { lazy, Suspense } from 'react'
import { OverlayLoading } from '../../ui/overlays/OverlayLoading.tsx'
import type { LotDetailProps } from '../lot/LotDetail.tsx'
import type { Lot } from '../lot/lot.ts'
import type { useUndoableActions } from '../undo/use-undoable-actions.ts'
import type { useAddSheet } from './use-add-sheet.ts'
import { usePrefetch } from './use-prefetch.ts'

const DetailSheet = lazy(async () => ({ default: (await import('./DetailSheet.tsx')).DetailSheet }))
const loadAddSheet = () => import('../add/AddSheet.tsx')
const AddSheet = lazy(async () => ({ default: (await loadAddSheet()).AddSheet }))
const BulkBidDialog = lazy(async () => ({ default: (await import('../selection/BulkBidDialog.tsx')).BulkBidDialog }))
const UndoWarningDialog = lazy(async () => ({
  default: (await import('../undo/UndoWarningDialog.tsx')).UndoWarningDialog,
}))

type DashboardDialogsProps = {
  /** Absent while the detail is beside the list. */
  detail: LotDetailProps | undefined
  onCloseDetail: () => void
  addSheet: ReturnType<typeof useAddSheet>
  actions: ReturnType<typeof useUndoableActions>
  /** The lots whose bids are changed together; null while none are. */
  bulk: readonly Lot[] | null
  onCloseBulk: () => void
  onBulkDone: () => void
}

/** The sheets and dialogs over the dashboard. Their code loads on demand. */
export function DashboardDialogs({ detail, addSheet, actions, bulk, ...on }: DashboardDialogsProps) {
  const { references } = addSheet
  usePrefetch(loadAddSheet)
  return (
    <Suspense fallback={<OverlayLoading />}>
      {detail && <DetailSheet {...detail} onClose={on.onCloseDetail} />}
      {references.length > 0 && (
        <AddSheet
          key={references.join('\n')}
          references={references}
          onClose={addSheet.onClose}
          onDone={addSheet.onDone}
        />
      )}
      {actions.question && <UndoWarningDialog question={actions.question} onAnswer={actions.answer} />}
      {bulk && <BulkBidDialog lots={bulk} onClose={on.onCloseBulk} onDone={on.onBulkDone} />}
    </Suspense>
  )
}

import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { currentAuction } from '../tracked/auction-card.ts'
import { useUndoableActions } from '../undo/use-undoable-actions.ts'
import { onMenuKey } from './menu-key.ts'
import { useKeyCommands } from './use-key-commands.ts'

const KeysSheet = lazyDialog(async () => (await import('./KeysSheet.tsx')).KeysSheet)

const CommandMenu = lazyDialog(async () => (await import('./CommandMenu.tsx')).CommandMenu)
const UndoWarningDialog = lazyDialog(async () => (await import('../undo/UndoWarningDialog.tsx')).UndoWarningDialog)

/** Handles the keys that work on every page. */
export function GlobalKeys() {
  const navigate = useNavigate()
  const [showKeys, setShowKeys] = useState(false)
  const [menu, setMenu] = useState<{ openId: number | null } | null>(null)
  const actions = useUndoableActions()

  useEffect(
    () =>
      onMenuKey(() => {
        // The menu must not cover another dialog; while the menu itself is open, the same keys close it.
        setMenu(document.querySelector('dialog, [role=dialog]') ? null : { openId: currentAuction() })
      }),
    [],
  )

  useKeyCommands({
    go_dashboard: () => void navigate('/dashboard'),
    go_to_pay: () => void navigate('/to-pay'),
    go_history: () => void navigate('/bid-history'),
    go_settings: () => void navigate('/settings'),
    help: () => setShowKeys(true),
  })
  return (
    <>
      {showKeys && <KeysSheet onClose={() => setShowKeys(false)} />}
      {menu && <CommandMenu {...menu} onCancelBid={actions.cancel} onClose={() => setMenu(null)} />}
      {actions.question && <UndoWarningDialog question={actions.question} {...actions.answer} />}
    </>
  )
}

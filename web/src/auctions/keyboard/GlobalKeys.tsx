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

const PAGE = {
  go_dashboard: '/dashboard',
  go_to_pay: '/to-pay',
  go_history: '/bid-history',
  go_settings: '/settings',
} as const

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

  useKeyCommands((command) => {
    switch (command) {
      case 'go_dashboard':
      case 'go_to_pay':
      case 'go_history':
      case 'go_settings':
        void navigate(PAGE[command])
        return true
      case 'help':
        setShowKeys(true)
        return true
      case 'next':
      case 'previous':
      case 'open':
      case 'edit':
      case 'note':
      case 'select':
      case 'select_range':
      case 'remove':
      case 'add':
      case 'search':
        return false
    }
  })
  return (
    <>
      {showKeys && <KeysSheet onClose={() => setShowKeys(false)} />}
      {menu && <CommandMenu {...menu} onCancelBid={actions.cancel} onClose={() => setMenu(null)} />}
      {actions.question && <UndoWarningDialog question={actions.question} {...actions.answer} />}
    </>
  )
}

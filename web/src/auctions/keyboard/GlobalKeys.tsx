import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { onMenuKey } from './menu-key.ts'
import { currentLot } from './current-lot.ts'
import { useKeyCommands } from './use-key-commands.ts'
import { useUndoableActions } from '../undo/use-undoable-actions.ts'
import { OverlayLoading } from '../../ui/overlays/OverlayLoading.tsx'

const KeysSheet = lazy(async () => ({ default: (await import('./KeysSheet.tsx')).KeysSheet }))

const CommandMenu = lazy(async () => ({ default: (await import('./CommandMenu.tsx')).CommandMenu }))
const UndoWarningDialog = lazy(async () => ({
  default: (await import('../undo/UndoWarningDialog.tsx')).UndoWarningDialog,
}))

const PAGE = { go_dashboard: '/dashboard', go_history: '/bid-history', go_settings: '/settings' } as const

/** The keys that do the same on every page. */
export function GlobalKeys() {
  const navigate = useNavigate()
  const [listed, setListed] = useState(false)
  const [menu, setMenu] = useState<{ openId: number | null } | null>(null)
  const actions = useUndoableActions()

  useEffect(
    () =>
      onMenuKey(() => {
        // A dialog is a question of its own, which the menu would cover; the menu itself is closed as it was opened.
        setMenu(document.querySelector('[role=dialog]') ? null : { openId: currentLot() })
      }),
    [],
  )

  useKeyCommands((command) => {
    switch (command) {
      case 'go_dashboard':
      case 'go_history':
      case 'go_settings':
        void navigate(PAGE[command])
        return true
      case 'help':
        setListed(true)
        return true
      case 'next':
      case 'previous':
      case 'open':
      case 'edit':
      case 'select':
      case 'select_range':
      case 'remove':
      case 'add':
      case 'search':
        return false
    }
  })
  return (
    <Suspense fallback={<OverlayLoading />}>
      {listed && <KeysSheet onClose={() => setListed(false)} />}
      {menu && <CommandMenu {...menu} onCancelBid={actions.cancel} onClose={() => setMenu(null)} />}
      {actions.question && <UndoWarningDialog question={actions.question} onAnswer={actions.answer} />}
    </Suspense>
  )
}

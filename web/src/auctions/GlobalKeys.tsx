import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeyCommands } from './use-key-commands.ts'

const KeysSheet = lazy(async () => ({ default: (await import('./KeysSheet.tsx')).KeysSheet }))

const PAGE = { go_dashboard: '/dashboard', go_history: '/bid-history', go_settings: '/settings' } as const

/** The keys that do the same on every page. */
export function GlobalKeys() {
  const navigate = useNavigate()
  const [listed, setListed] = useState(false)
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
  return listed ? (
    <Suspense>
      <KeysSheet onClose={() => setListed(false)} />
    </Suspense>
  ) : null
}

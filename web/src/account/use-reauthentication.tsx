import { type ReactNode, useEffect, useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { useIsUnmounted } from '../state/use-is-unmounted.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const ReauthenticationDialog = lazyDialog(
  async () => (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog,
)

type Pending = { resolve: () => void; reject: () => void }

/**
 * For actions that need a recent proof of identity. `withReauthentication` runs an action; if the server asks for a
 * proof, a dialog asks the user for it, and the action runs again. Closing the dialog or leaving the page rethrows the
 * server's error. Render `dialog` on the page.
 */
export function useReauthentication() {
  const [pending, setPending] = useState<Pending | null>(null)
  const isUnmounted = useIsUnmounted()
  useEffect(() => () => pending?.reject(), [pending])

  async function withReauthentication<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      if (!isApiError(error, 'proof_needed') || isUnmounted()) throw error
      await new Promise<void>((resolve, reject) => setPending({ resolve, reject: () => reject(error) }))
      return action()
    }
  }

  const close = () => setPending(null)
  const dialog: ReactNode = pending && (
    <ReauthenticationDialog
      onSuccess={() => {
        close()
        pending.resolve()
      }}
      onClose={() => {
        close()
        pending.reject()
      }}
    />
  )
  return { withReauthentication, dialog }
}

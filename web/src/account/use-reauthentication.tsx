import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { OverlayLoading } from '../ui/overlays/OverlayLoading.tsx'

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog,
}))

type Waiting = { proven: () => void; refused: (reason: unknown) => void }

/**
 * For acts that need the password freshly proven. `withProof` runs one; if the server asks for a proof, a dialog does,
 * and the act runs once more. Closing the dialog leaves the server's refusal standing. Render `dialog` on the page.
 */
export function useReauthentication(): {
  withReauthentication: <T>(act: () => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function withReauthentication<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (refusal) {
      if (!isApiError(refusal, 'proof_needed')) throw refusal
      await new Promise<void>((proven, refused) => setWaiting({ proven, refused: () => refused(refusal) }))
      return act()
    }
  }

  const settle = (outcome: keyof Waiting) => {
    setWaiting(null)
    waiting?.[outcome](undefined)
  }
  const dialog = waiting && (
    <Suspense fallback={<OverlayLoading />}>
      <ReauthenticationDialog onProven={() => settle('proven')} onClose={() => settle('refused')} />
    </Suspense>
  )
  return { withReauthentication, dialog }
}

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isApiError } from '../api/api-error.ts'
import { Opening } from '../ui/overlays/Opening.tsx'

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }))

type Waiting = { proven: () => void; refused: (reason: unknown) => void }

/**
 * For acts that need the password freshly proven. `withProof` runs one; if the server asks for a proof, a dialog does,
 * and the act runs once more. Closing the dialog leaves the server's refusal standing. Render `dialog` on the page.
 */
export function useProof(): { withProof: <T>(act: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function withProof<T>(act: () => Promise<T>): Promise<T> {
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
    <Suspense fallback={<Opening />}>
      <ProofDialog onProven={() => settle('proven')} onClose={() => settle('refused')} />
    </Suspense>
  )
  return { withProof, dialog }
}

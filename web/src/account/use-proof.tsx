import { messages, provePassword } from '@bidwell/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PasswordField } from './PasswordField.tsx'
import { typedPassword } from './typed-password.ts'

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
  const dialog = waiting && <ProofDialog onProven={() => settle('proven')} onClose={() => settle('refused')} />
  return { withProof, dialog }
}

function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function prove(event: FormEvent) {
    event.preventDefault()
    // This form stands inside another one's tree, whose submit it is not.
    event.stopPropagation()
    setBusy(true)
    try {
      await call(provePassword, { body: { password: typedPassword(password) } })
      onProven()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog open firm onClose={onClose} title="Is it you?" description={messages.session.proofNeeded}>
      <form name="proof" className="flex flex-col gap-4" onSubmit={(event) => void prove(event)}>
        <PasswordField
          label="Bidwell password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy} disabled={password === ''}>
          Continue
        </Button>
      </form>
    </Dialog>
  )
}

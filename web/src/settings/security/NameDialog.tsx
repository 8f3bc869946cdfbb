import { messages, SECOND_FACTOR } from '@bidwell/contract'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

type NameDialogProps = {
  title: string
  text?: string
  submitLabel: string
  /** The name so far. */
  name: string
  busy: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a passkey. */
export function NameDialog({ title, text, submitLabel, name, busy, error, onSubmit, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState(name)
  const [isTouched, setIsTouched] = useState(false)
  const isEmpty = typed.trim() === ''
  return (
    <Dialog ignoreOutsideClicks onClose={onClose} title={title} description={text}>
      <Form
        name="passkey-name"
        onSubmit={() => {
          setIsTouched(true)
          if (!isEmpty) onSubmit(typed.trim())
        }}
      >
        {error !== null && <ErrorBanner title={messageOf(error)} />}
        <TextField
          label="Name"
          name="passkey"
          autoComplete="off"
          maxLength={SECOND_FACTOR.maxPasskeyNameLength}
          placeholder="My phone"
          error={isTouched && isEmpty ? messages.secondFactor.passkeyNameRequired : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </Form>
    </Dialog>
  )
}

import { api } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TryAgainIn, useRetrySeconds } from '../TryAgainIn.tsx'
import { readVerifiedSession } from './read-verified-session.ts'

/** Verifies the address by the code of the mail, which may have been read on another device. */
export function VerifyByCode({ onVerified }: { onVerified: () => void }) {
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: async () => {
      await call(api.verifyByCode, { body: { code } })
      await readVerifiedSession()
    },
    onSuccess: onVerified,
  })
  const waitSeconds = useRetrySeconds(verify.error)
  return (
    <Form name="verify-by-code" data-private onSubmit={() => verify.mutate()}>
      <TextField
        label="Code of the mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        placeholder="123456"
        className="max-w-48 tabular"
        error={verify.isError ? messageOf(verify.error) : undefined}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button
        type="submit"
        className="self-start"
        busy={verify.isPending}
        whyNot={code.trim() === '' ? 'Type the six digits of the mail.' : null}
      >
        Verify
      </Button>
      {waitSeconds > 0 && <TryAgainIn seconds={waitSeconds} />}
    </Form>
  )
}

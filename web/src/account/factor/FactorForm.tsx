import { messages, type PasskeyRequestOptions, type SecondFactor, type SecondFactorMethod } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { KeyRound } from '../../ui/icons.tsx'
import { hasPasskeys, signWithPasskey } from './passkeys.ts'

type FactorFormProps<T> = {
  /** The account's second factors. */
  methods: readonly SecondFactorMethod[]
  submitLabel: string
  passkeyOptions: () => Promise<PasskeyRequestOptions>
  submit: (factor: SecondFactor) => Promise<T>
  onSuccess: (result: T) => void
}

const CODES = {
  totp: {
    label: 'Code from your authenticator app',
    hint: 'Six digits. A new code comes every 30 seconds.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: '123456' },
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you kept when you set up your second factor. Each works once.',
    input: { autoComplete: 'off', autoCapitalize: 'characters', placeholder: 'XXXX-XXXX-XXXX-XXXX' },
  },
} as const

const OTHER_WAY = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
} as const satisfies Record<SecondFactorMethod, string>

/** Asks for one of the account's second factors, and offers the others. */
export function FactorForm<T>({ methods, submitLabel, passkeyOptions, submit, onSuccess }: FactorFormProps<T>) {
  const usable = methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [chosen, setChosen] = useState<SecondFactorMethod | null>(null)
  const [code, setCode] = useState('')
  const method = chosen ?? usable[0] ?? 'recovery_code'
  const check = useMutation({ mutationFn: submit, onSuccess })
  const sign = useMutation({
    mutationFn: async () => submit({ method: 'passkey', passkey: await signWithPasskey(await passkeyOptions()) }),
    onSuccess,
  })

  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (method !== 'passkey') input.current?.focus()
  }, [method])

  function choose(next: SecondFactorMethod) {
    setChosen(next)
    setCode('')
    check.reset()
    sign.reset()
  }

  return (
    <div className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <>
          {sign.isError && <ErrorBanner title={messageOf(sign.error)} />}
          <Button variant="primary" busy={sign.isPending} onClick={() => sign.mutate()}>
            <KeyRound aria-hidden size={18} />
            Use your passkey
          </Button>
        </>
      ) : (
        <Form
          name="second-factor"
          key={method}
          data-private
          onSubmit={() => {
            if (code.trim() !== '') check.mutate({ method, code: code.trim() })
          }}
        >
          <TextField
            {...CODES[method].input}
            label={CODES[method].label}
            name="code"
            ref={input}
            maxLength={40}
            spellCheck={false}
            className="tabular"
            hint={CODES[method].hint}
            error={check.isError ? messageOf(check.error) : undefined}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button
            type="submit"
            variant="primary"
            busy={check.isPending}
            whyNot={code.trim() === '' ? messages.secondFactor.codeRequired : null}
          >
            {submitLabel}
          </Button>
        </Form>
      )}
      <div className="flex flex-col items-center">
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" onClick={() => choose(other)}>
              {OTHER_WAY[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}

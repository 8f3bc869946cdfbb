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
export function FactorForm<T>({ methods, passkeyOptions, ...rest }: FactorFormProps<T>) {
  const usable = methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [chosen, setChosen] = useState<SecondFactorMethod | null>(null)
  const method = chosen ?? usable[0] ?? 'recovery_code'
  return (
    <div className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <Passkey passkeyOptions={passkeyOptions} {...rest} />
      ) : (
        <CodeForm key={method} method={method} {...rest} />
      )}
      <div className="flex flex-col items-center">
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" onClick={() => setChosen(other)}>
              {OTHER_WAY[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}

type PasskeyProps<T> = Pick<FactorFormProps<T>, 'passkeyOptions' | 'submit' | 'onSuccess'>

function Passkey<T>({ passkeyOptions, submit, onSuccess }: PasskeyProps<T>) {
  const sign = useMutation({
    mutationFn: async () => submit({ method: 'passkey', passkey: await signWithPasskey(await passkeyOptions()) }),
    onSuccess,
  })
  return (
    <>
      {sign.isError && <ErrorBanner title={messageOf(sign.error)} />}
      <Button variant="primary" busy={sign.isPending} onClick={() => sign.mutate()}>
        <KeyRound aria-hidden size={18} />
        Use your passkey
      </Button>
    </>
  )
}

type CodeFormProps<T> = Pick<FactorFormProps<T>, 'submitLabel' | 'submit' | 'onSuccess'> & {
  method: keyof typeof CODES
}

function CodeForm<T>({ method, submitLabel, submit, onSuccess }: CodeFormProps<T>) {
  const [typed, setTyped] = useState('')
  const code = typed.trim()
  const check = useMutation({ mutationFn: submit, onSuccess })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const { label, hint, input: attributes } = CODES[method]
  return (
    <Form
      name="second-factor"
      data-private
      onSubmit={() => {
        if (code !== '') check.mutate({ method, code })
      }}
    >
      <TextField
        {...attributes}
        label={label}
        name="code"
        ref={input}
        maxLength={40}
        spellCheck={false}
        className="tabular"
        hint={hint}
        error={check.isError ? messageOf(check.error) : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        busy={check.isPending}
        whyNot={code === '' ? messages.secondFactor.codeRequired : null}
      >
        {submitLabel}
      </Button>
    </Form>
  )
}

import { api } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

type SetUpAppDialogProps = {
  secret: string
  /** `otpauth://` */
  uri: string
  onClose: () => void
  /** `codes` is null when the account has recovery codes already. */
  onConfirmed: (codes: string[] | null) => void
}

/** Hands the secret to an authenticator app, and asks for a code to see that it arrived. */
export function SetUpAppDialog({ secret, uri, onClose, onConfirmed }: SetUpAppDialogProps) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: async () => (await call(api.confirmTotp, { body: { code } })).data.recovery_codes,
    onSuccess: onConfirmed,
  })
  return (
    <Dialog
      ignoreOutsideClicks
      onClose={onClose}
      title="Set up an authenticator app"
      description="Scan the picture with an app such as Aegis, Ente Auth or Google Authenticator, or type the key into it."
    >
      <Form
        name="authenticator-app"
        data-private
        onSubmit={() => {
          if (code.trim() !== '') confirm.mutate()
        }}
      >
        <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
          <QrCode text={uri} label="QR code for the authenticator app" />
          <div className="min-w-0 self-stretch">
            <p className="text-small font-semibold">Key for typing</p>
            <p className="mt-1 font-semibold tracking-wide wrap-anywhere select-all" data-testid="totp-secret">
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </p>
            <a href={uri} className="mt-2 inline-flex min-h-11 items-center font-semibold text-accent underline">
              Open in an app on this device
            </a>
          </div>
        </div>
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          placeholder="123456"
          className="tabular max-w-48"
          hint="Six digits. A new code comes every 30 seconds."
          error={confirm.isError ? messageOf(confirm.error) : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={confirm.isPending} disabled={code.trim() === ''}>
          Turn on
        </Button>
      </Form>
    </Dialog>
  )
}

/** A QR code as one SVG path: dark on white in both themes, as cameras expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 3, ecc: 'M' }), [text])
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#13201f" />
    </svg>
  )
}

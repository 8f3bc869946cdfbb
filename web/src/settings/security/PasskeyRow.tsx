import { api, type Passkey } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { day } from '../../time/day.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyRound } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toastSaved, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { NameDialog } from './NameDialog.tsx'
import { secondFactorQuery } from './security-queries.ts'

/** A passkey, with the buttons that rename and remove it. */
export function PasskeyRow({ passkey, isLastFactor }: { passkey: Passkey; isLastFactor: boolean }) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [asking, setAsking] = useState<'name' | 'remove' | null>(null)
  const params = { id: passkey.id }
  const close = () => setAsking(null)
  const onSuccess = async (report: () => void) => {
    close()
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    report()
  }
  const rename = useMutation({
    mutationFn: (name: string) => call(api.renamePasskey, { params, body: { name } }),
    onSuccess: () => onSuccess(() => toastSaved('Saved')),
  })
  const remove = useMutation({
    mutationFn: () => withReauthentication(() => call(api.removePasskey, { params })),
    onSuccess: () => onSuccess(() => toastSuccess('The passkey is removed')),
  })

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <KeyRound aria-hidden size={20} className="shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{passkey.name}</p>
        <p className="text-small text-ink-2">
          Added {day(passkey.created_at)}
          {passkey.last_used_at === null ? ', not used yet' : `, last used ${day(passkey.last_used_at)}`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="dense" onClick={() => setAsking('name')}>
          Rename<VisuallyHidden> {passkey.name}</VisuallyHidden>
        </Button>
        <Button size="dense" onClick={() => setAsking('remove')}>
          Remove<VisuallyHidden> {passkey.name}</VisuallyHidden>
        </Button>
      </div>
      {asking === 'name' && (
        <NameDialog
          title="Rename the passkey"
          submitLabel="Save"
          name={passkey.name}
          busy={rename.isPending}
          error={rename.error}
          onSubmit={(name) => rename.mutate(name)}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={`Remove ${passkey.name}?`}
          text={
            isLastFactor
              ? 'It no longer signs in. Your password alone signs in again, and your recovery codes end.'
              : 'It no longer signs in. Delete it on your device, too: Bidwell cannot do that.'
          }
          confirm="Remove"
          keep="Keep it"
          action={remove}
          onClose={close}
        />
      )}
      {dialog}
    </li>
  )
}

import { api, messages } from '@bidwell/contract'
import { NewPasswordForm } from '../../account/password/NewPasswordForm.tsx'
import { call } from '../../api/call.ts'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { OpenForm } from './OpenForm.tsx'

type ChangePasswordFormProps = {
  /** Runs the change, with a proof of identity where the server asks for one. */
  withReauthentication: <T>(action: () => Promise<T>) => Promise<T>
  onClose: () => void
}

export const ChangePasswordForm = ({ withReauthentication, onClose }: ChangePasswordFormProps) => (
  <OpenForm onCancel={onClose}>
    <NewPasswordForm
      submitLabel="Change password"
      failedTitle={messages.account.passwordNotChanged}
      save={(fields) => withReauthentication(() => call(api.changePassword, { body: fields }))}
      onDone={() => {
        onClose()
        toastSuccess(messages.mailLink.passwordChanged)
      }}
    />
  </OpenForm>
)

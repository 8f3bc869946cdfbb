import { SecretDialog } from './SecretDialog.tsx'

type WebhookSecretDialogProps = { label: string; secret: string; onClose: () => void }

/** Shows the secret of a signed webhook. */
export const WebhookSecretDialog = ({ label, secret, onClose }: WebhookSecretDialogProps) => (
  <SecretDialog
    title={`The secret of ${label}`}
    text="Your program checks with it that a call is from Bidwell. Keep it where only your program finds it. It is not shown again."
    secret={secret}
    onClose={onClose}
  />
)

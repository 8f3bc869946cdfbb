import { messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../Banner.tsx'
import { Button } from '../Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

type ConfirmDialogProps = Pick<DialogProps, 'onClose' | 'ignoreOutsideClicks'> & {
  title: string
  text?: string
  /** The buttons' labels. */
  confirm: string
  keep: string
  /** What the first button does. */
  action: { isPending: boolean; error: Error | null; mutate: () => void }
  /** Why it cannot be done now. */
  whyNot?: string | null
  children?: ReactNode
}

/** Asks before something is taken away. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { text, confirm, keep, action, whyNot = null, children, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      description={text}
      actions={
        <>
          <Button onClick={dialog.onClose}>{keep}</Button>
          <Button variant="danger" busy={action.isPending} whyNot={whyNot} onClick={() => action.mutate()}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {action.error !== null && <ErrorBanner title={action.error.message || messages.generic.unknownError} />}
        {children}
      </div>
    </Dialog>
  )
}

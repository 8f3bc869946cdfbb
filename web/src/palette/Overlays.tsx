import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { OverlayLoading } from '../ui/loading/placeholders.tsx'
import { Dialog, Sheet } from '../ui/overlays/Dialog.tsx'
import {
  toastAction,
  toastContent,
  toastError,
  toastInfo,
  toastSaved,
  toastSuccess,
  toastUndo,
  toastWarning,
} from '../ui/overlays/toasts.tsx'
import { announce } from '../ui/screen-readers.tsx'
import { Group, Row } from './Group.tsx'

const TOASTS: { name: string; show: () => void }[] = [
  { name: 'Info', show: () => toastInfo('An info toast stays for eight seconds.') },
  { name: 'Success', show: () => toastSuccess('A success toast stays for five seconds.') },
  { name: 'Warning', show: () => toastWarning('A warning toast stays for five seconds.') },
  { name: 'Error', show: () => toastError('An error toast stays for five seconds.') },
  { name: 'Saved', show: () => toastSaved('Saved') },
  { name: 'Persistent', show: () => toastError('This toast stays until you dismiss it.', { persistent: true }) },
  { name: 'Undo', show: () => toastUndo('Removed a lamp.', { undo: () => announce('The lamp is back.') }) },
  {
    name: 'Action',
    show: () => toastAction('warning', 'Sign in again', { help: 'Two bids wait.', label: 'Sign in', act: () => {} }),
  },
  {
    name: 'Content',
    show: () =>
      toastContent({
        kind: 'success',
        id: 'palette-content',
        label: 'Won: a lamp',
        content: <p className="font-semibold">Won: a lamp for $9.99</p>,
        closeMs: 10_000,
      }),
  },
]

type Open = 'dialog' | 'sheet' | 'loading' | null

/** What opens above the page, in the theme of the page. */
export function Overlays() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <section aria-label="Overlays" className="flex flex-col gap-8">
      <h2 className="text-title font-semibold">Above the page</h2>
      <Group title="Dialogs">
        <Row>
          <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
          <Button onClick={() => setOpen('sheet')}>Open a sheet</Button>
          <Button aria-pressed={open === 'loading'} onClick={() => setOpen(open === 'loading' ? null : 'loading')}>
            Show that one loads
          </Button>
          <Button onClick={() => announce('This is read aloud and not shown.')}>Announce a text</Button>
        </Row>
      </Group>
      <Group title="Toasts">
        <Row>
          {TOASTS.map(({ name, show }) => (
            <Button key={name} onClick={show}>
              {name}
            </Button>
          ))}
        </Row>
      </Group>
      {open === 'loading' && <OverlayLoading />}
      {open === 'dialog' && (
        <Dialog onClose={close} title="Dialog" description="A question, in one sentence." actions={actions(close)}>
          The content of the dialog.
        </Dialog>
      )}
      {open === 'sheet' && (
        <Sheet onClose={close} title="Sheet" actions={actions(close)}>
          The content of the sheet.
        </Sheet>
      )}
    </section>
  )
}

const actions = (close: () => void): ReactNode => (
  <>
    <Button onClick={close}>Cancel</Button>
    <Button variant="primary" onClick={close}>
      Confirm
    </Button>
  </>
)

import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ZipForm } from './ZipForm.tsx'

/** The ZIP code, over the page where an estimate needs it. */
export const ZipDialog = ({ onClose }: { onClose: () => void }) => (
  // In React, the form of the page below surrounds the dialog, and would be sent too.
  <div className="contents" onSubmit={(event) => event.stopPropagation()}>
    <Dialog title="Where items are sent" onClose={onClose} ignoreOutsideClicks>
      <ZipForm onSaved={onClose} />
    </Dialog>
  </div>
)

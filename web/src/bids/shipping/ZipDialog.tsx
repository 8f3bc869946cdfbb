import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ZipForm } from './ZipForm.tsx'

/** The ZIP code, over the page where an estimate needs it. */
export const ZipDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Where items are sent" onClose={onClose} ignoreOutsideClicks>
    <ZipForm onSaved={onClose} />
  </Dialog>
)

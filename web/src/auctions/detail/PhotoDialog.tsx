import type { ReactNode } from 'react'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

type PhotoDialogProps = {
  title: string
  /** Which of the photographs it is, for screen readers. */
  name: string
  url: string
  /** The buttons to the others; false where it is the only one. */
  arrows: ReactNode
  onClose: () => void
}

/** One photograph as large as the window allows. */
export const PhotoDialog = ({ title, name, url, arrows, onClose }: PhotoDialogProps) => (
  <Dialog onClose={onClose} title={title} wide>
    <img src={url} alt={name} className="max-h-[calc(100dvh-14rem)] w-full rounded-control bg-sunken object-contain" />
    {arrows && <div className="mt-2 flex items-center justify-center gap-2">{arrows}</div>}
  </Dialog>
)

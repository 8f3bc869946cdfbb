import { type DialogProps, Modal } from './Dialog.tsx'

const SLIDING =
  'mt-auto max-h-[calc(100dvh-var(--toast-room))] w-full overflow-y-auto rounded-t-card pb-[max(1rem,env(safe-area-inset-bottom))] transition duration-[180ms] ease-out data-starting-style:translate-y-8 data-starting-style:opacity-0 sm:mt-0 sm:ml-auto sm:h-dvh sm:max-h-none sm:max-w-md sm:rounded-none sm:data-starting-style:translate-x-8 sm:data-starting-style:translate-y-0'

/** A dialog that slides in from the bottom on a phone and from the right on wider screens. */
export const Sheet = (props: DialogProps) => <Modal {...props} popupClass={SLIDING} viewportClass="" />

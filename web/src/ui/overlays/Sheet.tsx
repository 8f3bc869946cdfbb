import { type DialogProps, Modal } from './Dialog.tsx'

// The room at the bottom is an element: padding there would hold an action bar away from the edge.
const SLIDING =
  'sheet mt-auto max-h-[calc(100dvh-var(--toast-room))] w-full scroll-pb-32 overflow-y-auto rounded-t-card pb-0 after:h-[max(1rem,env(safe-area-inset-bottom))] after:shrink-0 transition duration-[180ms] ease-out motion-safe:starting:translate-y-8 motion-safe:starting:opacity-0 sm:mt-0 sm:pb-0 sm:ml-auto sm:h-dvh sm:max-h-none sm:max-w-md sm:rounded-none sm:motion-safe:starting:translate-x-8 sm:motion-safe:starting:translate-y-0'

/** A dialog that slides in from the bottom on a phone and from the right on wider screens. */
export const Sheet = (props: DialogProps) => <Modal {...props} popupClass={SLIDING} viewportClass="" />

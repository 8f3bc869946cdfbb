import { useOnline } from '../api/use-online.ts'
import { createStore } from '../state/create-store.ts'
import { Button, type ButtonStyle } from '../ui/Button.tsx'

const { set, use } = createStore(false)

/** Whether the dialog that reconnects is open. One stands beside the page, so that it outlives the button that opened it. */
export const useReconnecting = use
export const endReconnecting = () => set(false)

/** Opens the dialog that signs in to the auction site again: the one remedy for a login, wherever it is missed. */
export function ReconnectButton({ className, ...style }: ButtonStyle & { className?: string }) {
  const online = useOnline()
  return (
    <Button
      size="dense"
      {...style}
      className={className}
      whyNot={online ? null : 'The login cannot be tried while you are offline.'}
      onClick={() => set(true)}
    >
      Reconnect
    </Button>
  )
}

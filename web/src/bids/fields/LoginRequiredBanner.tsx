import { type RefObject, useRef, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { KeyRound } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const ConnectDialog = lazyDialog(async () => (await import('../../connection/ConnectDialog.tsx')).ConnectDialog)

type LoginRequiredBannerProps = {
  why: string
  /** Receives the focus once the login is stored. */
  maxField?: RefObject<HTMLElement | null>
}

/** Says that a bid needs the login for the site. The login is typed in a dialog, so that a typed maximum stays. */
export function LoginRequiredBanner({ why, maxField }: LoginRequiredBannerProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Banner
        tone="warning"
        icon={KeyRound}
        title={why}
        action={
          <Button ref={button} size="dense" onClick={() => setOpen(true)}>
            Connect
          </Button>
        }
      />
      {open && <ConnectDialog onClose={() => setOpen(false)} finalFocus={focusNext} />}
    </>
  )

  /** With a stored login, the button is gone, and the focus would go to the page below the sheet. */
  function focusNext() {
    return button.current?.isConnected ? button.current : (maxField?.current ?? null)
  }
}

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'

const ConnectDialog = lazyOverlay(async () => (await import('../../connection/ConnectDialog.tsx')).ConnectDialog)

/** Says that a bid needs the login for the site. The login is typed in a dialog, so that a typed maximum stays. */
export function LoginRequiredBanner({ why }: { why: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Banner
        tone="warning"
        icon={KeyRound}
        title={why}
        action={
          <Button size="dense" onClick={() => setOpen(true)}>
            Connect
          </Button>
        }
      />
      {open && <ConnectDialog onClose={() => setOpen(false)} />}
    </>
  )
}

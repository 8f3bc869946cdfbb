import { openAuthDialog } from '../../account/dialog/open-auth-dialog.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { LockKeyhole } from '../../ui/icons.tsx'

/** What a visitor sees where the operator shows the figures to users alone. */
export const ForUsersOnly = ({ children }: { children: string }) => (
  <Banner
    tone="neutral"
    icon={LockKeyhole}
    role="note"
    action={
      <Button size="dense" onClick={() => openAuthDialog('login')}>
        Sign in
      </Button>
    }
  >
    {children}
  </Banner>
)

import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Card } from '../../ui/cards/Card.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { presetEmail } from '../dialog/open-auth-dialog.ts'
import { ResetPassword } from './ResetPassword.tsx'

/** `/reset-password`, where the link of the mail leads. */
function ResetPasswordPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const openLogin = useCallback(
    (email: string) => {
      presetEmail(email)
      // Replaces the entry with the used link, so that Back does not return to it.
      void navigate('/?auth=login', { replace: true })
    },
    [navigate],
  )
  return (
    <Card className="mx-auto mt-4 flex w-full max-w-lg flex-col gap-4 p-6 sm:mt-12 sm:p-8">
      <ResetPassword token={params.get('token')} Heading={PageTitle} onDone={openLogin} />
    </Card>
  )
}

export { ResetPasswordPage as Component }

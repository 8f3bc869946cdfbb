import { useSearchParams } from 'react-router'
import { Card } from '../ui/Card.tsx'
import { AlertLink, LinkOver } from './AlertLink.tsx'

/** `/alert`, where the links at the end of a mailed alert lead, for whoever holds the mail. */
function AlertLinkPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  return (
    <Card className="mx-auto mt-4 flex w-full max-w-lg flex-col gap-4 p-6 wrap-anywhere sm:mt-12 sm:p-8">
      <meta name="robots" content="noindex" />
      {token === '' ? <LinkOver /> : <AlertLink key={token} token={token} />}
    </Card>
  )
}

export { AlertLinkPage as Component }

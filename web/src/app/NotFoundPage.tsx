import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

export const NotFoundPage = () => (
  <div className="mx-auto flex max-w-md flex-col items-start gap-4 py-16">
    <PageTitle>There is no page here</PageTitle>
    <p className="text-ink-2">The address may be mistyped, or the page may have moved.</p>
    <Link to="/" className={buttonClass({ variant: 'primary' })}>
      Go to the start
    </Link>
  </div>
)

import { KeyRound } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Link } from '../../ui/Link.tsx'

export const LoginRequiredBanner = ({ why }: { why: string }) => (
  <Banner
    tone="warning"
    icon={KeyRound}
    title={why}
    action={
      <Link to="/settings?tab=credentials" className={buttonClass({ size: 'dense' })}>
        Open settings
      </Link>
    }
  />
)

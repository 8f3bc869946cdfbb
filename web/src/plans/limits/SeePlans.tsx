import { buttonClass } from '../../ui/button-class.ts'
import { Link } from '../../ui/Link.tsx'

/** The way out of a limit. */
export const SeePlans = () => (
  <Link to="/pricing" className={buttonClass({ size: 'dense' })}>
    See plans
  </Link>
)

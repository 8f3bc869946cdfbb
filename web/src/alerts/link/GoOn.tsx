import { buttonClass } from '../../ui/button-class.ts'
import { Link } from '../../ui/Link.tsx'

/** The ways on from the page of a link. They ask a visitor to sign in. */
export const GoOn = () => (
  <div className="flex flex-wrap gap-3">
    <Link to="/dashboard" className={buttonClass({})}>
      Your auctions
    </Link>
    <Link to="/settings?tab=notifications" className={buttonClass({})}>
      Alert settings
    </Link>
  </div>
)

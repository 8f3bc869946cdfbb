import { Link } from 'react-router'

export const Header = () => (
  <header className="border-b border-line bg-surface">
    <Link to="/">Bidwell</Link>
  </header>
)

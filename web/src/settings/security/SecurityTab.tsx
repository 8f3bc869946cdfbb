import { SessionsSection } from './SessionsSection.tsx'

/** How the user signs in, and where the account is signed in. */
export const SecurityTab = () => (
  <div className="flex flex-col gap-4">
    <SessionsSection />
  </div>
)

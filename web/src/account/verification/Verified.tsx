import { CircleCheck } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { GoOn } from './GoOn.tsx'

/** Says that an address is verified. */
export const Verified = ({ title, email }: { title: string; email: string }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <Banner tone="success" icon={CircleCheck}>
      <span className="wrap-anywhere">{email} is yours, and Bidwell can write to you there.</span>
    </Banner>
    <GoOn />
  </>
)

import { TriangleAlert } from 'lucide-react'
import { Banner, type BannerProps } from './Banner.tsx'

/** Reports a failed action, and interrupts a screen reader to do so. */
export const ErrorBanner = (props: Pick<BannerProps, 'title' | 'children'>) => (
  <Banner tone="danger" icon={TriangleAlert} role="alert" {...props} />
)

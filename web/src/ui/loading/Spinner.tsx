import { LoaderCircle } from 'lucide-react'

export const Spinner = ({ size = 18 }: { size?: number }) => (
  <LoaderCircle aria-hidden size={size} className="motion-safe:animate-spin" />
)

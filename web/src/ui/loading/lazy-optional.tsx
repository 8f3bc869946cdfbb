import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from './lazy-part.tsx'

const Nothing = () => null

/** Like `lazyPart`, for a part that the page can do without: when its code cannot be loaded, it renders nothing. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>, whileLoading?: ReactNode) =>
  lazyPart<P>(load, { whileLoading, otherwise: Nothing })

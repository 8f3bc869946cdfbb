import { type ComponentType, lazy } from 'react'

const Nothing = () => null

/** Like React's `lazy`, for a component that the page can do without: if loading fails, it renders nothing. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => Nothing) }))

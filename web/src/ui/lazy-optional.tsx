import { type ComponentType, lazy } from 'react'

const Nothing = () => null

/** A component that arrives later, for what the page can do without: if it cannot be loaded, its place stays empty. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => Nothing) }))

import { type ComponentType, lazy } from 'react'

/** The code of a page or of a part of one could not be loaded: no connection, or a new version has replaced it. */
export class CodeLoadError extends Error {
  override name = 'CodeLoadError'
}

const failed = new Set<() => void>()

/** Lets the parts whose code could not be loaded load it again when they are rendered next. */
export function renewFailedLoads() {
  for (const renew of failed) renew()
  failed.clear()
}

/** Like React's `lazy`, which never loads again after a failure. This one does, after `renewFailedLoads`. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        failed.add(() => {
          Current = create()
        })
        throw new CodeLoadError('The code could not be loaded', { cause })
      }
    })
  let Current: ComponentType<P> = create()
  return (props: P) => <Current {...props} />
}

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createEmitter } from '../../state/create-store.ts'
import { loadWithRetry } from './load-with-retry.ts'

/** The code of a page or of a part of one could not be loaded: no connection, or a new version has replaced it. */
export class CodeLoadError extends Error {
  override name = 'CodeLoadError'
}

const failed = new Set<() => void>()
const { emit: emitRenewal, subscribe: onFailedLoadsRenewed } = createEmitter()

/** Calls a listener when the network is back, and with it what could not be loaded without it. */
export { onFailedLoadsRenewed }

/** Lets the parts whose code could not be loaded load it again when they are rendered next. */
export function renewFailedLoads() {
  for (const renew of failed) renew()
  failed.clear()
}

function renewOnline() {
  renewFailedLoads()
  emitRenewal()
}

/** A component whose code loads when it is first rendered, or earlier by `preload`. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads the code, so that the part renders at once. Rejects when the code cannot be loaded. */
  preload: () => Promise<void>
}

type Options<P> = {
  /** Stands in for the part while its code loads; nothing by default. */
  whileLoading?: ReactNode
  /** Stands in for the part when its code cannot be loaded; by default the part throws a `CodeLoadError`. */
  otherwise?: ComponentType<P>
}

/**
 * A part of the app whose code loads when it is needed. Unlike React's `lazy`, it tries again when the server does not
 * deliver the code; and after a failure, once more after `renewFailedLoads`.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { whileLoading, otherwise }: Options<P> = {},
): LazyPart<P> {
  const broken = new WeakSet<ComponentType<P>>()
  function create(): ComponentType<P> {
    const created: ComponentType<P> = lazy(async () => {
      try {
        return { default: await loadWithRetry(load) }
      } catch (cause) {
        broken.add(created)
        failed.add(() => {
          current = create()
        })
        window.addEventListener('online', renewOnline)
        if (otherwise) return { default: otherwise }
        throw new CodeLoadError('The code could not be loaded', { cause })
      }
    })
    return created
  }
  let current = create()

  function Part(props: P) {
    // A part that is loaded renders at once; one that has begun to render stays the same component, unless it is missing.
    const [{ Shown }, setShown] = useState({ Shown: current })
    useEffect(
      () => onFailedLoadsRenewed(() => setShown((now) => (broken.has(now.Shown) ? { Shown: current } : now))),
      [],
    )
    return (
      <Suspense fallback={whileLoading}>
        <Shown {...props} />
      </Suspense>
    )
  }
  Part.preload = async () => {
    current = await load()
  }
  return Part
}

import { useSyncExternalStore } from 'react'

/** A list of listeners. `subscribe` returns the function that removes the listener. */
export function createEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit: (...args: Args): void => {
      for (const listener of listeners) listener(...args)
    },
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * A value outside React. `use` is a hook that renders the component again when the value changes. Pages that are rendered
 * ahead, without a browser, show the value `ahead`.
 */
export function createStore<T>(initial: T, { ahead = initial }: { ahead?: T } = {}) {
  const { emit, subscribe } = createEmitter()
  let value = initial
  const get = (): T => value
  return {
    get,
    set: (next: T): void => {
      value = next
      emit()
    },
    subscribe,
    use: (): T => useSyncExternalStore(subscribe, get, () => ahead),
  }
}

import { messages } from '@bidwell/contract'
import { type ComponentType, useEffect } from 'react'
import { ErrorBoundary } from '../loading/ErrorBoundary.tsx'
import { CodeLoadError, type LazyPart, lazyPart, renewFailedLoads } from '../loading/lazy-part.tsx'
import { toastError } from '../toasts/toasts.tsx'
import { OverlayLoading } from './OverlayLoading.tsx'

type Closable = { onClose: () => void }

/**
 * Like `lazyPart`, for a dialog or a menu that the user opens. When its code cannot be loaded, or when it fails, it closes
 * and a toast says why; the page below stays as it is. Opened again, it loads again.
 */
export function lazyOverlay<P extends Closable>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const Loaded = lazyPart(load, { whileLoading: <OverlayLoading /> })
  const Overlay = (props: P) => (
    <ErrorBoundary renderFailure={(error) => <OverlayFailure error={error} onClose={props.onClose} />}>
      <Loaded {...props} />
    </ErrorBoundary>
  )
  Overlay.preload = Loaded.preload
  return Overlay
}

function OverlayFailure({ error, onClose }: { error: unknown } & Closable) {
  useEffect(() => {
    toastError(textFor(error), { id: 'overlay-failure' })
    renewFailedLoads()
    onClose()
  }, [error, onClose])
  return null
}

function textFor(error: unknown): string {
  if (!(error instanceof CodeLoadError)) return messages.overlay.broken
  return navigator.onLine ? messages.overlay.notLoaded : messages.overlay.notLoadedOffline
}

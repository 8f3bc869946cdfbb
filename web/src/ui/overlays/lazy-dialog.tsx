import { messages } from '@bidwell/contract'
import { type ComponentType, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { CodeLoadError, loadCode } from '../loading/load-code.ts'
import { OverlayLoading } from '../loading/placeholders.tsx'
import { toastError } from './toasts.tsx'

type Closable = { onClose?: (() => void) | undefined }

/** A dialog, a menu or a panel whose code loads when it opens, or earlier by `preload`. */
export type LazyDialog<P> = ComponentType<P & Closable> & { preload: () => void }

/**
 * Loads the code of a dialog, a menu or a panel of a page when it opens. When its code cannot be loaded, or when it fails, it
 * closes and a toast says why; the rest of the page stays as it is. Opened again, it loads again. What cannot be closed leaves
 * its failure to the boundary around it, which offers to try again.
 */
export function lazyDialog<P extends object>(load: () => Promise<ComponentType<P>>): LazyDialog<P> {
  let loaded: ComponentType<P> | null = null
  const keep = async () => (loaded ??= await loadCode(load))

  function Dialog(props: P & Closable) {
    const [state, setState] = useState<{ Loaded: ComponentType<P> | null; error?: unknown }>({ Loaded: loaded })
    useEffect(() => {
      if (loaded) return
      keep().then(
        (Loaded) => setState({ Loaded }),
        (error: unknown) => setState({ Loaded: null, error }),
      )
    }, [])
    const fail = (error: unknown) => {
      if (!props.onClose) throw error
      return <Failure error={error} onClose={props.onClose} />
    }
    if (state.error !== undefined) return fail(state.error)
    if (state.Loaded === null) return <OverlayLoading />
    return (
      <ErrorBoundary fallbackRender={({ error }) => fail(error)}>
        <state.Loaded {...props} />
      </ErrorBoundary>
    )
  }
  // When this load fails, the dialog loads the code again when it opens.
  Dialog.preload = () => void keep().catch(() => {})
  return Dialog
}

function Failure({ error, onClose }: { error: unknown; onClose: () => void }) {
  useEffect(() => {
    toastError(textFor(error), { id: 'overlay-failure' })
    onClose()
  }, [error, onClose])
  return null
}

function textFor(error: unknown): string {
  if (!(error instanceof CodeLoadError)) return messages.page.overlayBroken
  return navigator.onLine ? messages.page.overlayNotLoaded : messages.page.overlayNotLoadedOffline
}

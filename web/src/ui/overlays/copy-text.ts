import { toastError, toastSaved } from './toasts.tsx'

/** Copies a text; `failed` says what to do where the browser does not allow it. */
export async function copyText(text: string, failed: string) {
  try {
    await navigator.clipboard.writeText(text)
    toastSaved('Copied')
  } catch {
    toastError(failed)
  }
}

import { trustScript } from '../../ui/trusted-script.ts'

/** https://developers.google.com/identity/gsi/web/reference/js-reference, as far as Bidwell uses it. */
export type GoogleIdentity = {
  initialize(options: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
    ux_mode: 'popup'
    auto_select: false
  }): void
  renderButton(
    parent: HTMLElement,
    options: { type: 'standard'; text: 'signin_with' | 'signup_with' | 'continue_with'; width: number },
  ): void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } }
  }
}

let loading: Promise<GoogleIdentity> | null = null

/** Loads Google's script, once. Rejects when it cannot be loaded; the next call then tries again. */
export function loadGoogle(url: string): Promise<GoogleIdentity> {
  loading ??= load(url).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function load(url: string): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustScript('bidwell-google', url)
    script.async = true
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The script of Google did not load'))
    })
    script.addEventListener('load', () => {
      const identity = window.google?.accounts.id
      if (identity) resolve(identity)
      else reject(new Error('The script of Google offers nothing'))
    })
    document.head.append(script)
  })
}

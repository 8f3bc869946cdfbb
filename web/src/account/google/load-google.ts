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

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } }
    trustedTypes?: TrustedTypes
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
    script.src = trusted(url)
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

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null

/** The browser loads a script from a text only by a named policy. Ours is made once, for one address. */
function trusted(url: string): string {
  policy ??= window.trustedTypes?.createPolicy('bidwell-google', {
    createScriptURL(wanted) {
      if (wanted !== url) throw new TypeError(`No script is loaded from ${wanted}`)
      return wanted
    },
  }) ?? { createScriptURL: (wanted) => wanted }
  return policy.createScriptURL(url)
}

import type { GoogleSettings } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { googleSettingsQuery } from './google-settings-query.ts'
import { loadGoogle } from './load-google.ts'

type GoogleButtonProps = {
  settings: GoogleSettings
  text: 'signin_with' | 'signup_with' | 'continue_with'
  /** The user has chosen an account: the ID token that Google issued. */
  onToken: (token: string) => void
  /** Google's script did not load. */
  onUnavailable: () => void
}

/** Google accepts widths from 200 to 400 pixels. */
const WIDTH = { min: 200, max: 400 }

/** Google's own button. Each token takes a nonce of its own, so the button is made again after each. */
export function GoogleButton({ settings, text, onToken, onUnavailable }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const receive = useEffectEvent((token: string) => {
    onToken(token)
    void queryClient.invalidateQueries({ queryKey: googleSettingsQuery.queryKey })
  })
  const giveUp = useEffectEvent(onUnavailable)
  const { client_id, script_url, nonce } = settings

  useEffect(() => {
    let isShown = true
    async function show() {
      const google = await loadGoogle(script_url)
      const parent = place.current
      if (!isShown || !parent) return
      google.initialize({
        client_id,
        nonce,
        callback: ({ credential }) => receive(credential),
        ux_mode: 'popup',
        auto_select: false,
      })
      parent.replaceChildren()
      const width = Math.min(WIDTH.max, Math.max(WIDTH.min, Math.floor(parent.clientWidth)))
      google.renderButton(parent, { type: 'standard', text, width })
    }
    show().catch(() => {
      if (isShown) giveUp()
    })
    return () => {
      isShown = false
    }
  }, [client_id, script_url, nonce, text])

  return <div ref={place} data-google className="flex min-h-11 justify-center" />
}

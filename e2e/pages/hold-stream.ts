import type { Page } from '@playwright/test'

/** Lets a story cut the event stream of pages opened from now on, like a proxy that ends long responses, and mend it. */
export async function holdStream(page: Page) {
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window)
    let cut: AbortController | null = new AbortController()
    window.fetch = (input, init) => {
      if (typeof input !== 'string' || !input.endsWith('/api/events')) return fetch(input, init)
      if (cut === null) return Promise.reject(new TypeError('The stream is cut'))
      return fetch(input, { ...init, signal: AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]) })
    }
    window.addEventListener('cut-stream', () => {
      cut?.abort()
      cut = null
    })
    window.addEventListener('mend-stream', () => {
      cut = new AbortController()
      // The page does not wait longer for its next attempt.
      window.dispatchEvent(new Event('online'))
    })
  })
  const dispatch = (type: string) => page.evaluate((name) => void window.dispatchEvent(new Event(name)), type)
  return { cut: () => dispatch('cut-stream'), mend: () => dispatch('mend-stream') }
}

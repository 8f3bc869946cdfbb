/** Null where it was not asked for after all. */
type EarlyAnswer = { response: Promise<Response | null>; stop: AbortController }

declare global {
  interface Window {
    /** What the head of the page (`ask-early.js`) has asked for with a token, by path. */
    earlyAnswers?: { token: string; answers: Map<string, EarlyAnswer> }
  }
}

/**
 * Takes the answer that the head of the page has asked for before the code was there; null if there is none. Each is taken
 * once. When `signal` aborts, so does the request.
 */
export function takeEarlyAnswer(
  url: string,
  token: string | null,
  signal: AbortSignal,
): EarlyAnswer['response'] | null {
  const kept = window.earlyAnswers
  const early = kept?.token === token && kept?.answers.get(url)
  if (!early) return null
  kept.answers.delete(url)
  signal.addEventListener('abort', () => early.stop.abort(signal.reason))
  return early.response
}

/** Drops what nobody has taken: later on, it would be out of date, and an event stream would stay open. */
export function dropEarlyAnswers() {
  window.earlyAnswers?.answers.forEach(({ stop }) => stop.abort())
  delete window.earlyAnswers
}

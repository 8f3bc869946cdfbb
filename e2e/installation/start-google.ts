import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { listen } from './listen.ts'

export type GoogleUser = { sub: string; email: string }
export type Google = Awaited<ReturnType<typeof startGoogle>>

const CLIENT_ID = 'stories.apps.googleusercontent.com'
const KEY_ID = 'stories'

/** In place of Google's script: a button that hands over a token at once, without Google's window. */
const SCRIPT = `{
  let options
  window.google = { accounts: { id: {
    initialize(given) { options = given },
    renderButton(parent, { text }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = { signin_with: 'Sign in', signup_with: 'Sign up', continue_with: 'Continue' }[text] + ' with Google'
      button.style.minHeight = '44px'
      const { nonce, callback } = options
      button.addEventListener('click', async () => {
        const answer = await fetch('ORIGIN/gsi/token?nonce=' + encodeURIComponent(nonce))
        callback({ credential: await answer.text() })
      })
      parent.append(button)
    },
  } } }
}`

/**
 * Stands in for Google: its own keys, ID tokens signed with them, and a script with the interface of Google's. `env` is the
 * configuration with which an operator points Bidwell at it.
 */
export async function startGoogle() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  let user: GoogleUser = newGoogleUser()
  let change: Record<string, unknown> = {}

  function token(nonce: string) {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      iat: now,
      exp: now + 3_600,
      email_verified: true,
      nonce,
      ...user,
      // Google hosts the addresses of the organization.
      hd: user.email.slice(user.email.indexOf('@') + 1),
      ...change,
    }
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(privateKey)
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (pathname === '/oauth2/v3/certs') {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [key] }))
    } else if (pathname === '/gsi/client') {
      response.setHeader('Content-Type', 'text/javascript').end(SCRIPT.replace('ORIGIN', origin))
    } else if (pathname === '/gsi/token') {
      response.setHeader('Content-Type', 'text/plain')
      void token(searchParams.get('nonce') ?? '').then((text) => response.end(text))
    } else {
      response.writeHead(404).end()
    }
  })
  const origin = `http://127.0.0.1:${await listen(server)}`

  return {
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      STAND_INS: `google=${origin}`,
    },
    /** Who presses the button next, and what is wrong with the token, if anything. */
    signsIn(next: GoogleUser, wrong: Record<string, unknown> = {}) {
      user = next
      change = wrong
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const newGoogleUser = (): GoogleUser => ({ sub: randomUUID(), email: `${randomUUID()}@example.com` })

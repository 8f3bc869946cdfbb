import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

type Key = { kid: string; privateKey: CryptoKey; publicJwk: JWK }
type Signing = { key?: CryptoKey; header?: { alg?: string; kid?: string } }

export type GoogleIssuer = Awaited<ReturnType<typeof startGoogleIssuer>>

export const CLIENT_ID = '123-bidwell.apps.googleusercontent.com'

async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** Stands in for Google: serves its own keys over HTTP, and signs ID tokens with them. */
export async function startGoogleIssuer({ maxAgeS = 3_600 } = {}) {
  let current = await newKey('first')
  let reads = 0
  let isDown = false
  const server = createServer((_request, response) => {
    reads += 1
    if (isDown) {
      response.writeHead(503).end()
      return
    }
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('Cache-Control', `public, max-age=${maxAgeS}`)
    response.end(JSON.stringify({ keys: [current.publicJwk] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')

  return {
    url: `http://127.0.0.1:${address.port}/certs`,
    /** How often the keys were asked for. */
    reads: () => reads,
    setDown(value: boolean) {
      isDown = value
    },
    /** Replaces the key. Returns the former one, whose tokens must now be refused. */
    async rotate(kid: string): Promise<Key> {
      const former = current
      current = await newKey(kid)
      return former
    },
    /** An ID token with these claims, signed with the current key unless another one is given. */
    sign(claims: Record<string, unknown>, { key = current.privateKey, header }: Signing = {}): Promise<string> {
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: current.kid, ...header }).sign(key)
    },
    publicJwk: () => current.publicJwk,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@bidwell/contract'

/** What a hostile browser or authenticator answers in place of the truth. */
type Answer = { origin?: string; rpId?: string; challenge?: string; userVerified?: boolean; userHandle?: string }

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A browser at `origin` with one passkey in software, as the Web Authentication standard describes them. */
export function softwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let signatureCount = 0
  let userHandle = ''

  function clientData(type: string, challenge: string, answer: Answer) {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: answer.challenge ?? challenge,
        origin: answer.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function authenticatorData(rpId: string, answer: Answer, credential = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signatureCount)
    const verified = answer.userVerified === false ? 0 : USER_VERIFIED
    const flags = USER_PRESENT | verified | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    return Buffer.concat([sha256(answer.rpId ?? rpId), Buffer.of(flags), count, credential])
  }

  /** The public key in COSE: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
  function coseKey() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const [head, coordinate] = [Buffer.from('a5010203262001', 'hex'), Buffer.from('5820', 'hex')]
    return Buffer.concat([
      head,
      Buffer.of(0x21),
      coordinate,
      Buffer.from(x, 'base64url'),
      Buffer.of(0x22),
      coordinate,
      Buffer.from(y, 'base64url'),
    ])
  }

  return {
    id: id.toString('base64url'),
    /** Makes the passkey. */
    create({ challenge, rp, user }: PasskeyCreationOptions, answer: Answer = {}): PasskeyAttestation {
      userHandle = user.id
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey()])
      const data = authenticatorData(rp.id, answer, credential)
      const length = Buffer.of(0x59, data.length >> 8, data.length & 0xff)
      const attestationObject = Buffer.concat([
        Buffer.of(0xa3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.of(0xa0),
        text('authData'),
        length,
        data,
      ])
      return {
        ...this.named(),
        response: {
          attestationObject: attestationObject.toString('base64url'),
          clientDataJSON: clientData('webauthn.create', challenge, answer).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs a challenge with the passkey, and counts. */
    get({ challenge, rpId }: PasskeyRequestOptions, answer: Answer = {}): PasskeyAssertion {
      signatureCount += 1
      const data = authenticatorData(rpId, answer)
      const client = clientData('webauthn.get', challenge, answer)
      return {
        ...this.named(),
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: answer.userHandle ?? userHandle,
        },
      }
    },
    /** Sets the counter back, as in a copy that was made earlier. */
    countFrom(count: number) {
      signatureCount = count
    },
    named: () => ({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key' as const,
    }),
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
/** A short text in CBOR. */
const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])

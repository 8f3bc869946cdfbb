import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a self-signed certificate for `localhost`, by default valid until 2049. `endsAt` is epoch ms. */
export function selfSigned({ endsAt = Date.UTC(2049, 11, 31) } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')))
  const name = sequence(der(0x31, commonName))
  const validity = sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from(utcTime(endsAt))))
  const version3 = der(0xa0, der(0x02, Buffer.from([2])))
  const serial = der(0x02, Buffer.from([1]))
  const key = publicKey.export({ type: 'spki', format: 'der' })

  const toBeSigned = sequence(version3, serial, ecdsaWithSha256, name, validity, name, key)
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]))
  const lines = sequence(toBeSigned, ecdsaWithSha256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** Two digits for each of year, month, day, hour, minute and second. */
const utcTime = (at: number) => `${new Date(at).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))

/** One ASN.1 value: tag, length, content. */
function der(tag: number, content: Buffer) {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

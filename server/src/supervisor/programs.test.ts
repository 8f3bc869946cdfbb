import { expect, test } from 'vitest'
import { openingKey, sealingKey } from '../connections/vault/keys.ts'
import { readConfig } from '../platform/config.ts'
import { generateKeys } from '../platform/keys.ts'
import { auctionHouse, programs } from './programs.ts'

const env = { ...generateKeys(), DATABASE_URL: 'postgres://bidwell:word@127.0.0.1/bidwell', LANG: 'C' }

function environmentOf(name: string) {
  return programs(readConfig(env), env).find((program) => program.name === name)?.env ?? {}
}

test('the API process receives the vault key that seals, and not the one that opens', () => {
  const [secret] = readConfig(env).keys.vault
  const { vault, session } = readConfig(environmentOf('api')).keys
  expect(vault).toMatchObject([{ kid: secret!.kid, kind: 'public' }])
  expect(sealingKey(vault[0]!).equals(sealingKey(secret!))).toBe(true)
  expect(environmentOf('api')['VAULT_KEYS']).not.toContain(env.VAULT_KEYS.split(':')[2])
  expect(session).toHaveLength(1)
})

test('the jobs and engine processes can open the vault, and receive no session keys', () => {
  for (const name of ['jobs', 'engine']) {
    const { keys } = readConfig(environmentOf(name))
    expect(() => openingKey(keys.vault[0]!)).not.toThrow()
    expect(keys.session).toEqual([])
  }
})

test('the auction house receives no secret, and listens on the loopback address alone', () => {
  expect(auctionHouse(env).env).toEqual({ LANG: 'C', HOST: '127.0.0.1' })
})

import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { generateKeys } from '../config/keys.ts'
import { openingKey, sealingKey } from '../connections/vault/keys.ts'
import { auctionHouse, backup, migrationEnv, practiceStripe, programs, standIns, webSources } from './programs.ts'

const env = {
  ...generateKeys(),
  DATABASE_URL: 'postgres://superuser:word@127.0.0.1/bidwell',
  AWS_SECRET_ACCESS_KEY: 'of somebody else',
  SMTP_URL: 'smtps://bidwell:canary@mail.example.com',
  MAIL_FROM: 'bids@example.com',
  PUBLIC_URL: 'https://bids.example.com',
  LANG: 'C',
}
const url = (role: string) => `postgres://${role}:word@127.0.0.1/bidwell`
const urls = { owner: url('owner'), api: url('api'), jobs: url('jobs'), engine: url('engine') }

function environmentOf(name: string) {
  return programs(readConfig(env), env, urls).find((program) => program.name === name)?.env ?? {}
}

test('The API process receives the vault key that seals, and not the one that opens', () => {
  const [secret] = readConfig(env).keys.vault
  const { vault, session } = readConfig(environmentOf('api')).keys
  expect(vault).toMatchObject([{ kid: secret!.kid, kind: 'public' }])
  expect(sealingKey(vault[0]!).equals(sealingKey(secret!))).toBe(true)
  expect(environmentOf('api')['VAULT_KEYS']).not.toContain(env.VAULT_KEYS.split(':')[2])
  expect(session).toHaveLength(1)
})

test('The jobs and engine processes can open the vault, and receive no session keys', () => {
  for (const name of ['jobs', 'engine']) {
    const { keys } = readConfig(environmentOf(name))
    expect(() => openingKey(keys.vault[0]!)).not.toThrow()
    expect(keys.session).toEqual([])
  }
})

test('The jobs process alone receives the password of the mail server, and the API knows the sender', () => {
  expect(environmentOf('jobs')).toMatchObject({ SMTP_URL: env.SMTP_URL, MAIL_FROM: env.MAIL_FROM })
  for (const name of ['api', 'engine']) expect(JSON.stringify(environmentOf(name))).not.toContain('canary')
  expect(readConfig(environmentOf('api')).mail).toMatchObject({ from: 'bids@example.com', smtp: null })
})

test('Each process receives the database role of its own', () => {
  for (const name of ['api', 'jobs', 'engine']) expect(environmentOf(name)['DATABASE_URL']).toBe(url(name))
  expect(migrationEnv(env, urls)).toEqual({
    LANG: 'C',
    MAIL_FROM: 'bids@example.com',
    PUBLIC_URL: 'https://bids.example.com',
    DATABASE_URL: url('owner'),
  })
})

test('The program for backups is the owner of the database, and of all secrets receives what opens a backup alone', () => {
  const BACKUP_IDENTITY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
  const given = { ...env, BACKUP_IDENTITY, BACKUP_FOLDER: '/backups' }
  const received = backup(given, urls).env
  expect(received).toMatchObject({ DATABASE_URL: url('owner'), BACKUP_IDENTITY, BACKUP_FOLDER: '/backups' })
  expect(Object.keys(received)).not.toContain('VAULT_KEYS')
  expect(JSON.stringify(received)).not.toMatch(/secret:|canary/)
  for (const { env: ofOthers } of programs(readConfig(given), given, urls)) {
    expect(Object.keys(ofOthers)).not.toContain('BACKUP_IDENTITY')
  }
})

test('No process receives what is not meant for it', () => {
  for (const name of ['api', 'jobs', 'engine'])
    expect(Object.keys(environmentOf(name))).not.toContain('AWS_SECRET_ACCESS_KEY')
  expect(webSources(env, []).env).toEqual({ LANG: 'C' })
})

test('The auction house receives no secret, and listens on the loopback address alone', () => {
  expect(auctionHouse(env, 3001).env).toEqual({ LANG: 'C', AUCTION_HOUSE_PORT: '3001', HOST: '127.0.0.1' })
})

test('The stand-in for Stripe receives practice keys alone, and keeps its subscriptions in the data folder', () => {
  const practising = { ...env, BIDWELL_DATA: '/data' }
  const { env: received } = practiceStripe(readConfig(practising), practising, 3002)
  expect(received).toEqual({
    LANG: 'C',
    HOST: '127.0.0.1',
    PRACTICE_STRIPE_PORT: '3002',
    PRACTICE_STRIPE_FILE: '/data/practice-stripe.json',
    STRIPE_SECRET_KEY: 'sk_test_practice',
    // What the API makes of its session keys.
    STRIPE_WEBHOOK_SECRET: readConfig(environmentOf('api')).billing?.webhookSecret,
    WEBHOOK_URL: 'http://127.0.0.1:3000/api/webhooks/stripe',
  })
})

test('Both stand-ins run in one process, with what each receives alone', () => {
  const house = auctionHouse(env, 3001)
  const stripe = practiceStripe(readConfig(env), env, 3002)
  expect(standIns(house, stripe)).toMatchObject({
    name: 'auction-house',
    args: [expect.stringMatching(/main\.ts$/), 'auction-house', '--with-stripe'],
    env: { ...house.env, ...stripe.env },
  })
})

test('The keys of Stripe and of Twilio reach the API and the jobs, and no other process', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', TWILIO_AUTH_TOKEN: 'a'.repeat(32) }
  const given = { ...env, ...keys, TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_FROM: '+15551230000' }
  for (const key of Object.keys(keys)) {
    const names = programs(readConfig(given), given, urls)
      .filter((program) => program.env[key] !== undefined)
      .map(({ name }) => name)
    expect(names).toEqual(['api', 'jobs'])
  }
})

test('The token of the metrics reaches the API alone, and the address of the monitor the jobs alone', () => {
  const secrets = {
    METRICS_TOKEN: 'canary-token-of-thirty-two-characters',
    HEARTBEAT_URL: 'https://monitor.example/ping/1',
  }
  const given = { ...env, ...secrets }
  const receivers = Object.keys(secrets).map((key) =>
    programs(readConfig(given), given, urls)
      .filter((program) => program.env[key] !== undefined)
      .map(({ name }) => name),
  )
  expect(receivers).toEqual([['api'], ['jobs']])
})

test('The API and the jobs give way to the engine on their machine', () => {
  const givingWay = programs(readConfig(env), env, urls).filter((program) => program.givesWay)
  expect(givingWay.map(({ name }) => name)).toEqual(['api', 'jobs'])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linesOf } from './keys-file.ts'
import { generateKeys } from './keys.ts'
import { listSettings } from './list-settings.ts'

const settingsOf = async (env: NodeJS.ProcessEnv) =>
  new Map((await listSettings(env)).map(({ name, value, from }) => [name, { value, from }]))

test('Each setting is listed with its value and where that comes from', async () => {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { SESSION_KEYS } = generateKeys()
  await writeFile(join(folder, 'keys.env'), linesOf({ ...generateKeys(), SESSION_KEYS }))
  await writeFile(join(folder, 'settings.env'), 'HOST=127.0.0.2')
  const settings = await settingsOf({ BIDWELL_DATA: folder, PORT: '4000', LOG_LEVEL: '', HOST: '127.0.0.2' })
  expect(settings.get('HOST')).toEqual({ value: '127.0.0.2', from: 'settings.env' })
  expect(settings.get('PORT')).toEqual({ value: '4000', from: 'environment' })
  expect(settings.get('LOG_LEVEL')).toEqual({ value: 'info', from: 'default' })
  expect(settings.get('PUBLIC_URL')).toEqual({ value: 'from HOST and PORT', from: 'default' })
  expect(settings.get('SMTP_URL')).toEqual({ value: 'none', from: 'default' })
  expect(settings.get('SESSION_KEYS')).toEqual({ value: '…', from: 'data folder' })
})

test('Settings are listed without their secrets, also those that are wrong', async () => {
  const settings = await settingsOf({
    ...generateKeys(),
    BIDWELL_DATA: '/nowhere',
    DATABASE_URL: 'postgres://ann:canary@db.example.com:5433/bidwell?password=canary',
    SMTP_URL: 'smtps://ann%40example.com:canary@mail.example.com',
    HEARTBEAT_URL: 'https://monitor.example.com/ping/canary',
    STRIPE_SECRET_KEY: 'canary',
    METRICS_TOKEN: 'canary',
    PUBLIC_URL: 'https://ann:canary@bids.example.com/path',
    STAND_INS: 'no address://ann:canary@',
    PORT: 'http',
  })
  expect(JSON.stringify([...settings])).not.toMatch(/canary|secret:/)
  const valueOf = (name: string) => settings.get(name)?.value
  expect(['DATABASE_URL', 'SMTP_URL', 'HEARTBEAT_URL', 'PUBLIC_URL', 'STRIPE_SECRET_KEY', 'PORT'].map(valueOf)).toEqual(
    [
      'postgres://…@db.example.com:5433/…',
      'smtps://…@mail.example.com',
      'https://monitor.example.com/…',
      'https://…@bids.example.com/path',
      '…',
      'http',
    ],
  )
})

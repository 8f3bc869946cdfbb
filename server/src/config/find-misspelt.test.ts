import { expect, test } from 'vitest'
import { findMisspelt } from './find-misspelt.ts'

test('A variable that almost spells a setting is found, and what the system sets is not', () => {
  const system = {
    HOME: '/root',
    PATH: '/bin',
    HOSTNAME: 'a',
    LANGUAGE: 'en',
    NODE_PATH: '/x',
    PGPASSWORD: 'x',
    LOGNAME: 'a',
  }
  expect(findMisspelt({ ...system, SMTP_URL: 'x', MAIL_FROM: 'x', PORT: '1' })).toEqual([])
  expect(findMisspelt({ ...system, SMTP_ULR: 'x', TRUSTED_PROXY: '1', VAULT_KEY: 'x' })).toEqual([
    { name: 'SMTP_ULR', meant: 'SMTP_URL' },
    { name: 'TRUSTED_PROXY', meant: 'TRUSTED_PROXIES' },
    { name: 'VAULT_KEY', meant: 'VAULT_KEYS' },
  ])
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SETTING_NAMES, settingRows } from './settings.ts'

test('The documents list each setting as it is, with its default', async () => {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [table = ''] = /^\| setting.*?\n\n/ms.exec(text) ?? []
  const rows = table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(rows).toEqual(settingRows())
})

test('An operator has at most 35 settings to read', () => {
  expect(SETTING_NAMES.length).toBeLessThanOrEqual(35)
})

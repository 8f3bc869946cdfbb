import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const UI = 'web/src/ui'
const PALETTE = 'web/src/palette'
/** They are part of what the palette shows. */
const ICONS = 'icons.tsx'
const COMPONENT = /^export (?:const|function|class) ([A-Z][a-z]\w*)/gm

/** Components that never appear alone: the palette shows them inside another one, or the app renders them once. */
const SHOWN_WITHIN = [
  'ConfirmDialog',
  'Field',
  'Form',
  'Link',
  'LiveRegion',
  'LoadingList',
  'LoadState',
  'MenuButton',
  'MenuPopup',
  'PageLoading',
  'QueryFailure',
  'ShowMore',
  'Toasts',
]

test('The palette shows every component of the folder ui', () => {
  const sources = readdirSync(PALETTE).filter((name) => name.endsWith('.tsx'))
  const palette = sources.map((name) => readFileSync(`${PALETTE}/${name}`, 'utf8')).join('\n')
  const components = readdirSync(UI, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && name !== ICONS)
    .flatMap((name) => [...readFileSync(`${UI}/${name}`, 'utf8').matchAll(COMPONENT)])
    .map(([, name = '']) => name)
  expect(components.length).toBeGreaterThan(20) // an empty scan would pass
  const missing = components.filter((name) => !new RegExp(`<${name}\\b`).test(palette))
  expect(missing.toSorted()).toEqual(SHOWN_WITHIN.toSorted())
})

test('The palette shows every colour of the theme', () => {
  const theme = readFileSync('web/src/look.css', 'utf8')
  const colours = [...theme.matchAll(/--color-([\w-]+): light-dark/g)].map(([, name = '']) => name)
  const tokens = readFileSync(`${PALETTE}/Tokens.tsx`, 'utf8')
  const named = (name: string) => tokens.includes(`'${name.replace(/^on-|-tint$/g, '')}'`)
  expect(colours.length).toBeGreaterThan(20)
  expect(colours.filter((name) => !named(name))).toEqual([])
})

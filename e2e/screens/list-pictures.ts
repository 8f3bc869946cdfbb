import { fileOf } from './kept-pictures.ts'
import { CAPTIONS } from './screens.ts'

const WIDTHS = [360, 1440]
const THEMES = ['light', 'dark']

const VERSIONS = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

/** The files of the pictures of every screen: in a phone's window and a desktop's, each in both themes. */
export const ALL_FILES: readonly string[] = Object.keys(CAPTIONS).flatMap((name) =>
  VERSIONS.map(({ width, theme }) => fileOf(name, width, theme)),
)

/** The document beside the pictures that says what each one shows. */
export function listOfPictures(): string {
  const rows = Object.entries(CAPTIONS).map(([name, caption]) => {
    const links = VERSIONS.map(({ width, theme }) => `[${theme}](${fileOf(name, width, theme)})`)
    return `| ${caption} | ${links.join(' | ')} |`
  })
  return [
    '# Screens',
    '',
    'How each page looks, in a window as tall as the page. `npm test` compares what it sees with these pictures;',
    '`npm run screens` keeps a new picture of each screen that was changed.',
    '',
    '| what it shows | 360 pixels | 360 pixels | 1440 pixels | 1440 pixels |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

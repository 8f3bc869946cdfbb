import { fileOf } from './kept-pictures.ts'
import { CAPTIONS, type ScreenName, widthsOf } from './screens.ts'

const THEMES = ['light', 'dark']

const NAMES = Object.keys(CAPTIONS) as ScreenName[]

/** The files of the pictures of every screen: in windows of its widths, each in both themes. */
export const ALL_FILES: readonly string[] = NAMES.flatMap((name) =>
  widthsOf(name).flatMap((width) => THEMES.map((theme) => fileOf(name, width, theme))),
)

/** The document beside the pictures that says what each one shows. */
export function listOfPictures(): string {
  const widths = [...new Set(NAMES.flatMap(widthsOf))].toSorted((one, other) => one - other)
  const rows = NAMES.map((name) => {
    const links = widths.map((width) => (widthsOf(name).includes(width) ? linksTo(name, width) : ''))
    return `| ${CAPTIONS[name]} | ${links.join(' | ')} |`
  })
  return [
    '# Screens',
    '',
    'How each page looks, in a window as tall as the page. `npm test` compares what it sees with these pictures;',
    '`npm run screens` keeps a new picture of each screen that was changed.',
    '',
    `| what it shows | ${widths.map((width) => `${width} pixels`).join(' | ')} |`,
    `| --- | ${widths.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ].join('\n')
}

const linksTo = (name: ScreenName, width: number) =>
  THEMES.map((theme) => `[${theme}](${fileOf(name, width, theme)})`).join(', ')

import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_PICTURES, FOLDER, pictureOf, THEMES, WINDOWS } from './pictures.ts'
import { JOURNEYS, type JourneyName } from './told.ts'

const MAX_MEGABYTES = 3

const HEAD = `# Journeys

Two people use Bidwell, told in pictures. \`npm run journeys\` starts an installation with the simulated auction house, walks
both journeys in a browser, checks each claim below, and keeps a new picture of what looks different. No journey waits for
a month to pass: the history shows the results of some minutes as those of some months.
`

function sectionOf(journey: JourneyName, step: string, { told, shows }: { told: string; shows?: string }): string {
  const rows = THEMES.map((theme) => {
    const pictures = WINDOWS.map(
      ({ width }) => `![${step}, ${width}, ${theme}](${pictureOf(journey, step, width, theme)})`,
    )
    return `| ${pictures.join(' | ')} |`
  })
  return [
    told,
    ...(shows === undefined ? [] : ['', `**It shows:** ${shows}`]),
    '',
    `| ${WINDOWS.map(({ width, height }) => `${width} × ${height}`).join(' | ')} |`,
    `| ${WINDOWS.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n')
}

function chapterOf(journey: JourneyName): string {
  const { title, steps } = JOURNEYS[journey]
  const sections = Object.entries(steps).map(
    ([step, words], index) => `### ${index + 1}. ${titleOf(step)}\n\n${sectionOf(journey, step, words)}\n`,
  )
  return [`## ${title}\n`, ...sections].join('\n')
}

const titleOf = (step: string) => step.charAt(0).toUpperCase() + step.slice(1).replaceAll('-', ' ')

const sizes = await Promise.all(ALL_PICTURES.map(async (file) => (await stat(join(FOLDER, file))).size))
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
if (megabytes > MAX_MEGABYTES) {
  throw new Error(`The pictures take ${megabytes.toFixed(2)} MB, more than the ${MAX_MEGABYTES} MB that they may`)
}
const chapters = (Object.keys(JOURNEYS) as JourneyName[]).map(chapterOf)
await writeFile(join(FOLDER, 'README.md'), [HEAD, ...chapters].join('\n'))

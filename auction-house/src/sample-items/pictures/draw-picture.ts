import { pick, randomFrom } from '../../random.ts'
import { type Motif, MOTIFS, type Palette } from './motifs.ts'

const HUES = [8, 18, 26, 36, 88, 150, 176, 200, 218, 345] as const
const ACCENTS = ['#e2b450', '#d9734f', '#62a79c', '#efd9a7', '#7f93b8'] as const
const BACKDROPS = ['#f4ede1', '#e9eef2', '#eef0e4', '#f3e9e7', '#ece9f2'] as const

/**
 * Draws the picture for a path such as `135/Items/09-30-2026/bowl-279250057_1.jpg` as SVG; undefined for other paths. The
 * picture depends only on the path, so it can be drawn after its listing has been dropped.
 */
export function drawPicture(path: string) {
  const [, motif, itemId, view] = /\/([a-z]+)-(\d+)_(\d)t?\.jpg$/.exec(path) ?? []
  if (!isMotif(motif) || itemId === undefined || view === undefined) return undefined

  const random = randomFrom('picture', itemId)
  const hue = pick(random, HUES)
  const backdrop = pick(random, BACKDROPS)
  const palette: Palette = {
    deep: `hsl(${hue} 34% 30%)`,
    main: `hsl(${hue} 42% 46%)`,
    soft: `hsl(${hue} 46% 66%)`,
    accent: pick(random, ACCENTS),
    light: '#fff8e6',
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" role="img" aria-label="${motif}">
    <defs><radialGradient id="b" cx=".5" cy=".35" r=".9"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${backdrop}"/></radialGradient></defs>
    <rect width="400" height="300" fill="url(#b)"/><rect y="222" width="400" height="78" fill="hsl(${hue} 22% 82%)"/>
    <ellipse cx="200" cy="240" rx="124" ry="13" fill="#000" opacity=".16"/>
    <g transform="${VIEWS[view] ?? VIEWS['1']}">${MOTIFS[motif](palette)}</g></svg>`
}

/** The same motif from the front, close up, and mirrored. */
const VIEWS: Record<string, string> = {
  '1': 'translate(0 0)',
  '2': 'translate(-90 -90) scale(1.45)',
  '3': 'translate(400 0) scale(-1 1)',
}

const isMotif = (name: string | undefined): name is Motif => name !== undefined && Object.hasOwn(MOTIFS, name)

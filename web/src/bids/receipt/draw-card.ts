import type { ShareCard } from './share-card.ts'

/** Pixels. The size that sites show of a shared picture. */
export const CARD = { width: 1_200, height: 630 } as const

/** The colours of the light theme: an image looks the same to everybody. */
const COLOUR = {
  page: '#f4f6f4',
  surface: '#ffffff',
  ink: '#13201f',
  ink2: '#465552',
  accent: '#0b5a68',
  onAccent: '#ffffff',
  line: '#d3dad6',
  success: '#1f6b35',
  successTint: '#dff1e1',
  neutral: '#55625f',
  neutralTint: '#e9edea',
}

const FONT = "'Atkinson Hyperlegible Next', system-ui, sans-serif"
/** Of the picture, at the left. */
const PANEL = 470
const LEFT = PANEL + 50
const RIGHT = CARD.width - 60

/** Draws a card. `picture` is null where there is none that may be copied. */
export async function drawCard(canvas: HTMLCanvasElement, card: ShareCard, picture: HTMLImageElement | null) {
  const text = Object.values(card).filter((value) => typeof value === 'string')
  // Without its font, the card is drawn with another one.
  await document.fonts.load(`600 48px ${FONT}`, text.join('')).catch(() => [])
  const context = canvas.getContext('2d')
  if (context === null) return
  context.textBaseline = 'alphabetic'
  fill(context, COLOUR.page, [0, 0, CARD.width, CARD.height])
  fill(context, picture ? COLOUR.surface : COLOUR.accent, [0, 0, PANEL, CARD.height])
  if (picture) drawWhole(context, picture)
  else drawMark(context, { x: PANEL / 2 - 90, y: CARD.height / 2 - 90, px: 180 }, true)

  drawResult(context, card)
  const lines = linesOf(context, card.title, 2)
  for (const [index, line] of lines.entries()) {
    write(context, { text: line, y: 205 + index * 60, px: 50, colour: COLOUR.ink })
  }
  if (card.price) drawPrice(context, card.price)
  const y = card.price ? 448 : 390
  write(context, { text: card.sent, y, px: 44, colour: COLOUR.accent })
  if (card.answered !== null) {
    write(context, { text: card.answered, y: y + 56, px: 36, colour: COLOUR.ink2, weight: 400 })
  }
  drawMark(context, { x: LEFT, y: 544, px: 40 }, false)
  write(context, { text: 'Bidwell', x: LEFT + 54, y: 575, px: 32, colour: COLOUR.ink })
}

type Context = CanvasRenderingContext2D

function fill(context: Context, colour: string, box: [x: number, y: number, width: number, height: number]) {
  context.fillStyle = colour
  context.fillRect(...box)
}

type Text = { text: string; x?: number; y: number; px: number; colour: string; weight?: 400 | 600 }

function write(context: Context, { text, x = LEFT, y, px, colour, weight = 600 }: Text) {
  context.font = `${weight} ${px}px ${FONT}`
  context.fillStyle = colour
  context.fillText(text, x, y, RIGHT - x)
}

function drawResult(context: Context, { result, isWon }: ShareCard) {
  context.font = `600 32px ${FONT}`
  const width = context.measureText(result).width + 40
  context.fillStyle = isWon ? COLOUR.successTint : COLOUR.neutralTint
  context.beginPath()
  context.roundRect(LEFT, 76, width, 56, 12)
  context.fill()
  write(context, { text: result, x: LEFT + 20, y: 115, px: 32, colour: isWon ? COLOUR.success : COLOUR.neutral })
}

function drawPrice(context: Context, { text, share }: { text: string; share: number }) {
  write(context, { text, y: 340, px: 36, colour: COLOUR.ink })
  const width = RIGHT - LEFT
  fill(context, COLOUR.line, [LEFT, 362, width, 14])
  fill(context, COLOUR.accent, [LEFT, 362, Math.round(width * share), 14])
}

/** The title in as many lines as there may be; what does not fit ends with an ellipsis. */
function linesOf(context: Context, title: string, most: number): string[] {
  context.font = `600 50px ${FONT}`
  const fits = (text: string) => context.measureText(text).width <= RIGHT - LEFT
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, most)
  let last = shown.at(-1) ?? ''
  if (lines.length === shown.length && fits(last)) return shown
  while (last !== '' && !fits(`${last}…`)) last = last.slice(0, -1)
  return [...shown.slice(0, -1), `${last.trimEnd()}…`]
}

/** The whole picture, as large as the panel allows. */
function drawWhole(context: Context, picture: HTMLImageElement) {
  const { naturalWidth, naturalHeight } = picture
  const scale = Math.min(PANEL / naturalWidth, CARD.height / naturalHeight)
  const [width, height] = [naturalWidth * scale, naturalHeight * scale]
  context.drawImage(picture, (PANEL - width) / 2, (CARD.height - height) / 2, width, height)
}

/** The mark of the header. `isLight`: on the accent colour. */
function drawMark(context: Context, { x, y, px }: { x: number; y: number; px: number }, isLight: boolean) {
  context.save()
  context.translate(x, y)
  context.scale(px / 32, px / 32)
  context.fillStyle = isLight ? COLOUR.onAccent : COLOUR.accent
  context.beginPath()
  context.roundRect(0, 0, 32, 32, 8)
  context.fill()
  context.lineWidth = 3
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = isLight ? COLOUR.accent : COLOUR.onAccent
  context.stroke(new Path2D('M7 9h6M8 22h5v-4h6v-3h5'))
  context.globalAlpha = 0.4
  context.stroke(new Path2D('M7 9h18'))
  context.restore()
}

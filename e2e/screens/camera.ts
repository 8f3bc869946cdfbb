import type { CDPSession, Page } from '@playwright/test'
import { SQUARE, type Squares } from './compare-squares.ts'

/** Higher than this, nothing of a page is photographed: the rest of a long text looks like its beginning. */
const MAX_HEIGHT = 3_000
/** The pictures are read on a page of documents; this is enough for a phone's screen, and for the shape of a desktop's. */
const QUALITY = 45
const scaleOf = (width: number) => (width < 700 ? 0.8 : 0.5)

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** A small WebP picture of what the window shows, in base64. */
export async function photograph(page: Page): Promise<string> {
  const devTools = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, devTools)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const clip = {
    x: 0,
    y: await page.evaluate(() => window.scrollY),
    width,
    height: Math.min(height, MAX_HEIGHT),
    scale: scaleOf(width),
  }
  const { data } = await (await devTools).send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  return data
}

/** Reads pictures of a window of some width as squares. The browser decodes them, in the page: it needs no library. */
export async function readSquares(page: Page, width: number, picture: string): Promise<Squares> {
  const side = SQUARE * scaleOf(width)
  const read = await page.evaluate(
    async ({ picture, side }) => {
      const bytes = Uint8Array.from(atob(picture), (character) => character.codePointAt(0) ?? 0)
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const [columns, rows] = [Math.round(bitmap.width / side), Math.round(bitmap.height / side)]
      const canvas = new OffscreenCanvas(columns, rows).getContext('2d')
      if (canvas === null) throw new Error('The browser cannot draw')
      canvas.imageSmoothingQuality = 'high'
      canvas.drawImage(bitmap, 0, 0, columns, rows)
      const { data } = canvas.getImageData(0, 0, columns, rows)
      const colours = data.filter((_, at) => at % 4 < 3)
      let text = ''
      for (const byte of colours) text += String.fromCodePoint(byte)
      return { columns, rows, colours: btoa(text) }
    },
    { picture, side },
  )
  return { ...read, colours: Buffer.from(read.colours, 'base64') }
}

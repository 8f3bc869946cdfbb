import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** How sharp the text stays, against the size of the file. */
const QUALITY = 0.7

/**
 * Writes a picture of the window, or of one element in it, as WebP. `sharp` has the pixels of the device, else one for each
 * pixel of CSS.
 */
export async function keepPicture(
  page: Page,
  file: string,
  { of, sharp = true }: { of?: string; sharp?: boolean } = {},
): Promise<void> {
  const target = of === undefined ? page : page.locator(of)
  const png = (await target.screenshot({ scale: sharp ? 'device' : 'css' })).toString('base64')
  // A page of its own: the policy of the app's pages allows no conversion.
  const converter = await page.context().newPage()
  const webp = await converter.evaluate(
    async ([encoded, quality]) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = document.createElement('canvas')
      canvas.width = bitmap.width
      canvas.height = bitmap.height
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      return canvas.toDataURL('image/webp', quality).replace('data:image/webp;base64,', '')
    },
    [png, QUALITY] as const,
  )
  await converter.close()
  await writeFile(file, Buffer.from(webp, 'base64'))
}

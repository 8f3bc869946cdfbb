import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** A file of a picture of what the window shows, where `npm run screens` or `npm run journeys` asks for pictures. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), scale: 'css' })
}

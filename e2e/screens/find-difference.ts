import type { Page } from '@playwright/test'
import { readSquares } from './camera.ts'
import { compareSquares } from './compare-squares.ts'

/** Says where two pictures of the page's window differ; null when they show the same. */
export async function findDifference(page: Page, kept: string, seen: string): Promise<string | null> {
  if (kept === seen) return null
  const width = page.viewportSize()?.width ?? 0
  return compareSquares(await readSquares(page, width, kept), await readSquares(page, width, seen))
}

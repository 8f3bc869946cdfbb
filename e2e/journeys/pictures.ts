import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JOURNEYS, type JourneyName } from './told.ts'

export const FOLDER = new URL('../../docs/journeys/', import.meta.url).pathname

export const THEMES = ['light', 'dark'] as const

/** The windows of the pictures. */
export const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 780 },
] as const

export const pictureOf = (journey: JourneyName, step: string, width: number, theme: string): string =>
  `${journey}-${step}-${width}-${theme}.webp`

export const ALL_PICTURES: readonly string[] = (Object.keys(JOURNEYS) as JourneyName[]).flatMap((journey) =>
  Object.keys(JOURNEYS[journey].steps).flatMap((step) =>
    WINDOWS.flatMap(({ width }) => THEMES.map((theme) => pictureOf(journey, step, width, theme))),
  ),
)

/** The kept picture in base64; null when there is none. */
export async function readPicture(file: string): Promise<string | null> {
  try {
    return await readFile(join(FOLDER, file), 'base64')
  } catch {
    return null
  }
}

export async function keepPicture(file: string, picture: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, file), picture, 'base64')
}

import { Environment } from '../config/config.ts'

const SETTINGS = Object.keys(Environment.shape)
/** Shorter names, such as PORT, are like too many others. */
const SHORTEST = 8

const lettersOff = (setting: string) => Math.min(3, Math.floor(setting.length / 4))

/** The variables that are no setting and almost spell one that is not set. */
export function findMisspelt(env: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  const unset = SETTINGS.filter((setting) => setting.length >= SHORTEST && env[setting] === undefined)
  return Object.keys(env).flatMap((name) => {
    const meant = SETTINGS.includes(name)
      ? undefined
      : unset.find((setting) => isNear(name, setting, lettersOff(setting)))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** Whether so many letters at most have to be changed, added or removed to make one word from the other. */
function isNear(one: string, other: string, letters: number): boolean {
  if (one === other || letters < 0) return letters >= 0
  const [shortOne, shortOther] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isNear(shortOne, shortOther, letters)
  const left = letters - 1
  return isNear(shortOne, shortOther, left) || isNear(one, shortOther, left) || isNear(shortOne, other, left)
}

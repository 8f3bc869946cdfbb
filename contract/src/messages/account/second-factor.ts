export const firstEndsSessions =
  'A first second step signs out every other session, and ends the alerts in those browsers until you sign in there again.'
export const required = 'Enter the code of your second factor to finish signing in.'
/** A code counts once, also a right one. */
export const wrongCode = 'That code is not right, or it was used before. Wait for the next code and try again.'
export const wrongRecoveryCode = 'That recovery code is not right, or it was used before.'
export const tooManyCodes = (wait: string) =>
  `Too many wrong codes. Try again in ${wait}, or use a recovery code or a passkey.`
export const signInExpired = 'Signing in took too long. Please start again with your password.'
export const proofExpired = 'That took too long. Please try again.'
export const passkeyRefused = 'That passkey was not accepted. Please try again, or sign in another way.'
export const passkeysUnavailable = 'Passkeys need Bidwell to be reached by a name, not by an IP address.'
export const passkeyKnown = 'This passkey is already in your list.'
export const passkeyNotFound = 'This passkey is not in your list.'
export const passkeyNameRequired = 'Give the passkey a name, such as "My phone"'
export const tooManyPasskeys = 'You have as many passkeys as Bidwell keeps. Remove one first.'
export const appAlreadySetUp = 'An authenticator app is already set up. Turn it off before you set up another one.'
export const appNotSetUp = 'No authenticator app is set up.'
export const nothingToRecover = 'Recovery codes belong to a second factor. Set one up first.'
export const methodNotAccepted = 'Please prove who you are with your second factor.'
export const passkeyNotUsed = 'The passkey was not used. Try again, or choose another way.'
export const passkeyElsewhere = (host: string) =>
  `Passkeys of this Bidwell work at ${host} only. Open it there to use one.`
export const codeRequired = 'Enter the code'
export const passkeysUnsupported = 'This browser has no passkeys for this page.'

import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000

/** What an authenticator app shows, some steps of 30 seconds from now. `key` is base32 and may have spaces. */
export const codeOf = (key: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + steps * STEP_MS })

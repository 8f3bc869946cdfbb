import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Identifies this machine since its last boot. The containers of one machine share it, as they share the address from
 * which they reach other sites.
 */
export function machineIdentity(): string {
  identity ??= bootId() ?? hostname()
  return identity
}

let identity: string | undefined

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

const policies = new Map<string, ReturnType<TrustedTypes['createPolicy']>>()

/**
 * The address of a script in the form in which the browser loads it under our security policy: allowed by a policy with a
 * name. Each name is for one address, the first one.
 */
export function trustScript(policyName: string, address: string): string {
  if (!window.trustedTypes) return address
  const policy =
    policies.get(policyName) ??
    window.trustedTypes.createPolicy(policyName, {
      createScriptURL(wanted) {
        if (wanted !== address) throw new TypeError(`No script is loaded from ${wanted}`)
        return wanted
      },
    })
  policies.set(policyName, policy)
  return policy.createScriptURL(address)
}

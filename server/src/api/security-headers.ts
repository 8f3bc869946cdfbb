import { createHash } from 'node:crypto'
import type { FastifyHelmetOptions } from '@fastify/helmet'

type Loaded = {
  /** Origins of item pictures. */
  imageOrigins: readonly string[]
  /** The address of Google's script; null where signing in with Google is not set up. */
  googleScriptUrl: string | null
  /** The scripts and styles in the HTML of the web app. */
  inline: InlineHashes
}

/**
 * The headers of every response: the web app may load its own scripts and styles, call the API, and show item pictures.
 * What Google's button needs is allowed only where it is set up
 * (https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid).
 */
export function securityHeaders({ imageOrigins, googleScriptUrl, inline }: Loaded): FastifyHelmetOptions {
  const google = googleScriptUrl === null ? null : googleSources(googleScriptUrl)
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.scripts, ...(google ? [google.script] : [])],
        styleSrc: ["'self'", ...inline.styles, ...(google ? [google.style] : [])],
        imgSrc: ["'self'", ...imageOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(google ? [google.folder] : [])],
        frameSrc: google ? [google.folder] : ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        // No code may turn text into markup or scripts, except by a policy with one of these names. The first lets the
        // browser load the service worker and nothing else.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['bidwell-offline', ...(google ? google.trustedTypes : [])],
      },
    },
    // Google's window hands the token back to the page that opened it, and Google asks which origin that page has.
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
    referrerPolicy: { policy: google ? 'strict-origin' : 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  }
}

const googleSources = (scriptUrl: string) => {
  const folder = new URL('.', scriptUrl).href
  return {
    script: scriptUrl,
    style: `${folder}style`,
    folder,
    // Ours lets this script load and nothing else; the other one is that of Google's libraries.
    trustedTypes: ['bidwell-google', 'goog#html'],
  }
}

/** Helmet does not set this header. The app uses none of these browser features. */
export const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/** What a page says between its own tags, as the sources by which a security policy allows exactly that. */
type InlineHashes = { scripts: readonly string[]; styles: readonly string[] }

/**
 * The hashes of the scripts and styles that stand in the HTML of the built web app
 * (https://www.w3.org/TR/CSP3/#grammardef-hash-source). A script of data, as JSON, runs nowhere and needs none.
 */
export function inlineHashes(pages: readonly string[]): InlineHashes {
  const hashesOf = (element: RegExp) => [
    ...new Set(pages.flatMap((html) => [...html.matchAll(element)].map(([, text = '']) => hashSource(text)))),
  ]
  return {
    scripts: hashesOf(/<script>([^]*?)<\/script>/g),
    styles: hashesOf(/<style>([^]*?)<\/style>/g),
  }
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

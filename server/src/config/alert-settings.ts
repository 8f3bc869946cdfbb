import * as z from 'zod/mini'
import { isEncryptedOrLocal } from '../platform/network-of.ts'

type Given = Record<string, string | undefined>

const TWILIO_API_URL = 'https://api.twilio.com'
/** A host with its port, so that a list opens one service and not the whole machine. */
const HOST_AND_PORT = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]):\d{1,5}$/i

/** The variables about text messages and webhooks. */
export const ALERT_VARIABLES = {
  TWILIO_ACCOUNT_SID: z.optional(z.string().check(z.regex(/^AC[0-9a-f]{32}$/))),
  TWILIO_AUTH_TOKEN: z.optional(z.string().check(z.regex(/^\w{16,100}$/))),
  TWILIO_FROM: z.optional(z.string().check(z.regex(/^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/))),
  TWILIO_API_URL: z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isEncryptedOrLocal))),
  SMS_DAILY_BUDGET: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 500),
  WEBHOOK_PRIVATE_HOSTS: z._default(
    z
      .string()
      .check(z.refine((list) => list === '' || list.split(',').every((host) => HOST_AND_PORT.test(host.trim())))),
    '',
  ),
}

export const ALERT_RULES: Record<string, string> = {
  TWILIO_ACCOUNT_SID: 'must be the account SID that Twilio shows: AC and 32 hexadecimal digits',
  TWILIO_AUTH_TOKEN: 'must be the auth token that Twilio shows',
  TWILIO_FROM: 'must be a number of yours at Twilio, such as +15551234567, or the SID of a messaging service: MG…',
  TWILIO_API_URL: 'must be an https:// address: http:// is for this machine alone, such as http://127.0.0.1:3003',
  SMS_DAILY_BUDGET: 'must be a whole number from 0 to 1000000',
  WEBHOOK_PRIVATE_HOSTS:
    'must be hosts with their ports between commas, such as homeassistant.local:8123,192.168.1.5:80',
}

type AlertVariables = z.infer<z.ZodMiniObject<typeof ALERT_VARIABLES>>

export type Twilio = {
  accountSid: string
  /** Null in a process that has not received it. */
  authToken: string | null
  /** A number, or the SID of a messaging service. */
  from: string
  /** The origin of the service's API. */
  apiUrl: string
}

/** What is wrong with the settings of text messages, as far as their rules depend on each other. */
export function smsMistakes({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, PUBLIC_URL }: Given): string[] {
  const mistakes: string[] = []
  if ((TWILIO_ACCOUNT_SID === undefined) !== (TWILIO_FROM === undefined)) {
    mistakes.push('TWILIO_ACCOUNT_SID and TWILIO_FROM must be set together')
  }
  if (TWILIO_AUTH_TOKEN !== undefined && TWILIO_ACCOUNT_SID === undefined) {
    mistakes.push('TWILIO_ACCOUNT_SID must be set with TWILIO_AUTH_TOKEN')
  }
  if (TWILIO_ACCOUNT_SID !== undefined && PUBLIC_URL === undefined) {
    mistakes.push('PUBLIC_URL must be set with TWILIO_ACCOUNT_SID: the links in text messages start with it')
  }
  return mistakes
}

/** How text messages leave: by Twilio, to the page that shows the mails, or, with null, not at all. */
export function smsOf(
  raw: AlertVariables,
  usesMailbox: boolean,
): { dailyBudget: number; twilio: Twilio | null } | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN, TWILIO_FROM: from, SMS_DAILY_BUDGET: dailyBudget } = raw
  if (accountSid !== undefined && from !== undefined) {
    const apiUrl = new URL(raw.TWILIO_API_URL ?? TWILIO_API_URL).origin
    return { dailyBudget, twilio: { accountSid, authToken: TWILIO_AUTH_TOKEN ?? null, from, apiUrl } }
  }
  return usesMailbox ? { dailyBudget, twilio: null } : null
}

/** The hosts in private networks that webhooks may name, each with its port. */
export const privateHostsOf = ({ WEBHOOK_PRIVATE_HOSTS }: AlertVariables): ReadonlySet<string> =>
  new Set(
    WEBHOOK_PRIVATE_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )

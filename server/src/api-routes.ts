import { destinationRoutes } from './alerts/destinations/routes.ts'
import { pushRoutes } from './alerts/push/routes.ts'
import { alertRoutes, alertWebhooks } from './alerts/routes.ts'
import { incomingSms } from './alerts/sms/receive-sms.ts'
import { createCodeHasher } from './alerts/sms/sms-code.ts'
import { systemRoutes } from './api/routes.ts'
import { auctionRoutes } from './auctions/routes.ts'
import { siteListRoutes } from './auctions/site-lists/routes.ts'
import { cancelBidOn } from './bidding/cancel-bid.ts'
import { importRoutes } from './bidding/imports/routes.ts'
import { pauseRoutes } from './bidding/pauses/routes.ts'
import { bidRoutes } from './bidding/routes.ts'
import { stopBidding } from './bidding/stop-bidding.ts'
import { receiveWebhook } from './billing/receive-webhook.ts'
import { billingRoutes } from './billing/routes.ts'
import { createStripeClient } from './billing/stripe-client.ts'
import { createSiteUserHasher } from './connections/hash-site-user.ts'
import { connectionRoutes } from './connections/routes.ts'
import { createSealer } from './connections/vault/create-sealer.ts'
import { serviceLevelRoutes } from './health/routes.ts'
import { calendarRoutes } from './history/calendar/routes.ts'
import { receiptRoutes } from './history/receipts/routes.ts'
import { historyRoutes } from './history/routes.ts'
import type { Readiness } from './http/readiness.ts'
import type { Route, Webhook } from './http/route.ts'
import { accountRoutes } from './identity/accounts/routes.ts'
import { apiTokenRoutes } from './identity/api-tokens/routes.ts'
import { googleRoutes } from './identity/google/routes.ts'
import { createSignInGuard } from './identity/limits/sign-in-guard.ts'
import { loadCommonPasswords } from './identity/passwords/common-passwords.ts'
import { createPasswordHasher } from './identity/passwords/password-hasher.ts'
import { resealPasswordHashes } from './identity/passwords/reseal-password-hashes.ts'
import { relyingPartyOf } from './identity/second-factors/relying-party.ts'
import { resealTotpSecrets } from './identity/second-factors/reseal-totp-secrets.ts'
import { secondFactorRoutes } from './identity/second-factors/routes.ts'
import { createTotpSealer } from './identity/second-factors/totp-sealer.ts'
import { createPasskeyNonces } from './identity/second-factors/verify-passkey.ts'
import { sessionRoutes } from './identity/sessions/routes.ts'
import { createTokens } from './identity/sessions/tokens.ts'
import { createPersonHasher } from './identity/trial/hash-person.ts'
import { trialRoutes } from './identity/trial/routes.ts'
import { createSignUpTrial } from './identity/trial/start-trial.ts'
import { notificationRoutes } from './notifying/notifications/routes.ts'
import { adminInstallationRoutes } from './operate/admin/installation-routes.ts'
import { adminRoutes } from './operate/admin/routes.ts'
import { contactRoutes } from './operate/contact/routes.ts'
import { winRoutes } from './orders/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { tourRoutes } from './plans/tour/routes.ts'
import type { Tx } from './platform/database/tables.ts'
import { createEmailHasher, installationMark } from './platform/derived-keys/derive-key.ts'
import { createSecretBox } from './platform/derived-keys/secret-box.ts'
import type { Log } from './platform/log.ts'
import { StartupError } from './platform/startup-error.ts'
import { privacyRoutes } from './privacy/routes.ts'
import type { startProcess } from './start-process.ts'
import { trailRoutes } from './trails/routes.ts'
import { securityLogRoutes } from './trails/security-log/routes.ts'

type Started = Awaited<ReturnType<typeof startProcess>>
type Parts = Awaited<ReturnType<typeof openParts>>

/** What several routes need, from the configuration. Seals again, with the newest key, what an older one has sealed. */
export async function openParts({ config, plans, log, clock, db, marketplace, readBudget }: Started) {
  const base = { db, clock, marketplace, plans }
  const hashEmail = createEmailHasher(config.keys.session)
  const box = createSecretBox(config.keys.session, 'password hashes')
  await resealPasswordHashes(db, box)
  const [passwords, commonPasswords] = await Promise.all([createPasswordHasher({ box }), loadCommonPasswords()])
  const secondFactors = {
    totpSealer: createTotpSealer(config.keys.session),
    passkeyNonces: createPasskeyNonces(config.keys.session, clock),
    relyingParty: relyingPartyOf(config.http.publicUrl),
    adminEmails: config.adminEmails,
  }
  await resealTotpSecrets({ db, ...secondFactors })
  const hashPerson = createPersonHasher(config.keys.session)
  return {
    config,
    base,
    reading: { ...base, readBudget, expectsBackups: config.backups.isOn },
    tokens: createTokens(config.keys.session, clock),
    hashEmail,
    hashPerson,
    passwords,
    commonPasswords,
    guard: createSignInGuard({ db, clock, log, hashEmail }),
    secondFactors,
    newAccounts: {
      beginSignUpTrial: createSignUpTrial({ plans, hashPerson, requiresVerifiedEmail: config.requiresVerifiedEmail }),
      stopBidding: (tx: Tx, accountId: number) => stopBidding({ ...base, process: 'api' }, tx, accountId),
    },
    payments: config.billing &&
      plans && {
        ...base,
        plans,
        stripe: createStripeClient(config.billing),
        isTest: config.billing.isTest,
        publicUrl: config.http.publicUrl,
        webhookSecret: config.billing.webhookSecret,
      },
  }
}

/** What comes in from services that do not speak our JSON. Throws a StartupError as `incomingSmsOf` does. */
export const webhooksOf = (parts: Parts, log: Log): Webhook[] => [
  ...alertWebhooks(parts.base),
  ...incomingSmsOf(parts, log),
  ...paymentMessagesOf(parts, log),
]

/** Every call of the API. */
export const routesOf = (parts: Parts, readiness: Readiness): Route[] => [
  ...routesOfPeople(parts),
  ...routesOfBidding(parts, readiness),
]

/** The way by which answers to text messages come in. Throws a StartupError when what verifies them is missing. */
function incomingSmsOf({ config: { sms, http }, base: { db, clock } }: Parts, log: Log): Webhook[] {
  if (!sms?.twilio) return []
  const { accountSid, authToken } = sms.twilio
  if (authToken === null) {
    throw new StartupError('TWILIO_AUTH_TOKEN must be set for the API, which receives STOP: TWILIO_FROM is set')
  }
  return [incomingSms({ db, clock, log, publicUrl: http.publicUrl, accountSid, authToken })]
}

/** The way by which messages of Stripe come in. */
function paymentMessagesOf({ payments }: Parts, log: Log): Webhook[] {
  if (!payments) return []
  const receive: Webhook['receive'] = (body, headers) =>
    receiveWebhook({ ...payments, log }, body, headers['stripe-signature']?.toString())
  return [{ path: '/api/webhooks/stripe', receive }]
}

/** Accounts, sessions, plans and what else is about a person. */
function routesOfPeople(parts: Parts): Route[] {
  const { config, base, tokens, hashEmail, hashPerson, passwords, commonPasswords, guard, payments } = parts
  const { secondFactors, newAccounts } = parts
  const sendsSms = config.sms !== null
  const { requiresVerifiedEmail } = config
  return [
    ...contactRoutes({ ...base, operatorEmail: config.mail.from === null ? null : config.supportEmail }),
    ...sessionRoutes({ ...base, tokens, adminEmails: config.adminEmails }),
    ...googleRoutes({
      ...base,
      ...newAccounts,
      tokens,
      adminEmails: config.adminEmails,
      sessionKeys: config.keys.session,
      google: config.google,
    }),
    ...trailRoutes({ ...base, hashEmail }),
    ...tourRoutes(base),
    ...securityLogRoutes(base),
    ...apiTokenRoutes(base),
    ...accountRoutes({
      ...base,
      ...secondFactors,
      ...newAccounts,
      tokens,
      passwords,
      commonPasswords,
      hashEmail,
      guard,
      sendsMail: config.mail.from !== null,
      limitsRegistrations: !config.isPrivate,
      sendsSms,
    }),
    ...planRoutes({ ...base, requiresVerifiedEmail, isTestCheckout: config.billing?.isTest ?? false, sendsSms }),
    ...trialRoutes({ ...base, hashPerson, requiresVerifiedEmail }),
    ...secondFactorRoutes({ ...base, ...secondFactors, passwords, guard }),
    ...billingRoutes(payments),
    ...privacyRoutes({ ...base, hashEmail, process: 'api' }),
    ...adminRoutes({ ...base, adminEmails: config.adminEmails }),
  ]
}

/** Auctions, bids, alerts, and what else is about bidding. */
function routesOfBidding({ config, base, reading }: Parts, readiness: Readiness): Route[] {
  return [
    ...systemRoutes({
      ...reading,
      readiness,
      supportEmail: config.supportEmail,
      sendsMail: config.mail.from !== null,
      hasMailbox: config.mail.usesMailbox,
      installation: installationMark(config.keys.session),
    }),
    ...serviceLevelRoutes({
      ...reading,
      practice: config.site.practice,
      isPublic: base.plans !== null,
    }),
    ...notificationRoutes(base),
    ...alertRoutes(base),
    ...pushRoutes({ ...base, hosts: config.push.hosts }),
    ...destinationRoutes({
      ...base,
      sealerOf: (host) => createSealer(config.keys.vault, host),
      privateHosts: config.webhookPrivateHosts,
      hashCode: createCodeHasher(config.keys.session),
      sms: config.sms,
    }),
    ...connectionRoutes({
      ...base,
      sealer: createSealer(config.keys.vault, config.site.host),
      hashSiteUser: createSiteUserHasher(config.keys.session),
      process: 'api',
      site: config.site,
      showsPlans: base.plans !== null,
      sendsSms: config.sms !== null,
    }),
    ...auctionRoutes({ ...reading, cancelBidOn: (acting, id) => cancelBidOn(base, acting, id) }),
    ...bidRoutes(reading),
    ...pauseRoutes(base),
    ...receiptRoutes(base),
    ...historyRoutes(base),
    ...calendarRoutes({ ...base, publicUrl: config.http.publicUrl }),
    ...winRoutes(base),
    ...siteListRoutes(base),
    ...importRoutes(base),
    ...adminInstallationRoutes(reading),
  ]
}

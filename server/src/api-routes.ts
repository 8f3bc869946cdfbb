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
import type { Acting, Route, Webhook } from './http/route.ts'
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
import { createSessionReader } from './identity/sessions/check-session.ts'
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
import { StartupError } from './platform/startup-error.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { searchRoutes } from './searches/routes.ts'
import { soldRoutes } from './searches/sold/routes.ts'
import type { startProcess } from './start-process.ts'
import { trailRoutes } from './trails/routes.ts'
import { securityLogRoutes } from './trails/security-log/routes.ts'

type Started = Awaited<ReturnType<typeof startProcess>>
type Config = Started['config']
type ApiCtx = Awaited<ReturnType<typeof makeApiCtx>>

/** Adds what the rooms of the API need. Seals again, with the newest key, what an older one has sealed. */
export async function makeApiCtx({ config, ctx }: Started) {
  const { db, clock, plans } = ctx
  const { session, vault } = config.keys
  const hashEmail = createEmailHasher(session)
  const hashPerson = createPersonHasher(session)
  const totpSealer = createTotpSealer(session)
  const box = createSecretBox(session, 'password hashes')
  await resealPasswordHashes(db, box)
  await resealTotpSecrets({ db, totpSealer })
  const [passwords, commonPasswords] = await Promise.all([createPasswordHasher({ box }), loadCommonPasswords()])
  return {
    ...ctx,
    tokens: createTokens(session, clock),
    readSession: createSessionReader(db),
    passwords,
    commonPasswords,
    guard: createSignInGuard({ ...ctx, hashEmail }),
    totpSealer,
    passkeyNonces: createPasskeyNonces(session, clock),
    relyingParty: relyingPartyOf(ctx.publicUrl),
    hashEmail,
    hashPerson,
    beginSignUpTrial: createSignUpTrial({ ...ctx, hashPerson }),
    stopBidding: (tx: Tx, accountId: number) => stopBidding(ctx, tx, accountId),
    limitsRegistrations: !config.isPrivate,
    cancelBidOn: (acting: Acting, id: number) => cancelBidOn(ctx, acting, id),
    sealer: createSealer(vault, config.site.host),
    hashSiteUser: createSiteUserHasher(session),
    sealerOf: (host: string) => createSealer(vault, host),
    privateHosts: config.webhookPrivateHosts,
    hashCode: createCodeHasher(session),
    sms: config.sms,
    payments: config.billing &&
      plans && { ...ctx, plans, stripe: createStripeClient(config.billing), isTest: config.billing.isTest },
  }
}

/** What comes in from services that do not speak our JSON. Throws a StartupError as `incomingSmsOf` does. */
export const webhooksOf = (ctx: ApiCtx, config: Config): Webhook[] => [
  ...alertWebhooks(ctx),
  ...incomingSmsOf(ctx),
  ...paymentMessagesOf(ctx, config),
]

/** The way by which answers to text messages come in. Throws a StartupError when what verifies them is missing. */
function incomingSmsOf(ctx: ApiCtx): Webhook[] {
  if (!ctx.sms?.twilio) return []
  const { accountSid, authToken } = ctx.sms.twilio
  if (authToken === null) {
    throw new StartupError('TWILIO_AUTH_TOKEN must be set for the API, which receives STOP: TWILIO_FROM is set')
  }
  return [incomingSms(ctx, { accountSid, authToken })]
}

/** The way by which messages of Stripe come in. */
function paymentMessagesOf({ payments }: ApiCtx, { billing }: Config): Webhook[] {
  if (!payments || !billing) return []
  const receive: Webhook['receive'] = (body, headers) =>
    receiveWebhook(payments, billing.webhookSecret, body, headers['stripe-signature']?.toString())
  return [{ path: '/api/webhooks/stripe', receive }]
}

/** Every call of the API. */
export const routesOf = (ctx: ApiCtx, config: Config, readiness: Readiness): Route[] => [
  ...systemRoutes(ctx, {
    readiness,
    supportEmail: config.supportEmail,
    hasMailbox: config.mail.usesMailbox,
    installation: installationMark(config.keys.session),
  }),
  ...contactRoutes(ctx, ctx.sendsMail ? config.supportEmail : null),
  ...sessionRoutes(ctx),
  ...googleRoutes(ctx, config.google, config.keys.session),
  ...accountRoutes(ctx),
  ...secondFactorRoutes(ctx),
  ...apiTokenRoutes(ctx),
  ...securityLogRoutes(ctx),
  ...trailRoutes(ctx),
  ...tourRoutes(ctx),
  ...planRoutes(ctx, ctx.payments?.isTest ?? false),
  ...trialRoutes(ctx),
  ...billingRoutes(ctx.payments),
  ...privacyRoutes(ctx),
  ...serviceLevelRoutes(ctx, config.site.practice),
  ...notificationRoutes(ctx),
  ...alertRoutes(ctx),
  ...pushRoutes(ctx, config.push.hosts),
  ...destinationRoutes(ctx),
  ...connectionRoutes(ctx, config.site),
  ...auctionRoutes(ctx),
  ...siteListRoutes(ctx),
  ...searchRoutes(ctx),
  ...soldRoutes(ctx),
  ...bidRoutes(ctx),
  ...pauseRoutes(ctx),
  ...importRoutes(ctx),
  ...receiptRoutes(ctx),
  ...historyRoutes(ctx),
  ...calendarRoutes(ctx),
  ...winRoutes(ctx),
  ...adminRoutes(ctx),
  ...adminInstallationRoutes(ctx),
]

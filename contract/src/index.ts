import * as account from './account.ts'
import * as auction from './auction.ts'
import * as bid from './bid.ts'
import * as clock from './clock.ts'
import * as connection from './connection.ts'
import * as dayLimit from './day-limit.ts'
import * as google from './google.ts'
import * as loginTrail from './login-failure-trail.ts'
import * as mailLink from './mail-links.ts'
import * as operator from './operator.ts'
import * as passkey from './passkey.ts'
import * as pause from './pause.ts'
import * as privacy from './privacy.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'

export * from './account.ts'
export * from './auction.ts'
export * from './bid.ts'
export * from './bid-rules.ts'
export * from './browser.ts'
export * from './clock.ts'
export * from './connection.ts'
export * from './day-limit.ts'
export * from './endpoint.ts'
export * from './events.ts'
export * from './format-wait.ts'
export * from './google.ts'
export * from './limits.ts'
export * from './login-failure-trail.ts'
export * from './mail-links.ts'
export * from './messages/bid-failures.ts'
export * as messages from './messages/index.ts'
export * from './messages/registration-failure.ts'
export type { SecurityEventKind } from './messages/security-log.ts'
export * from './money.ts'
export * from './operator.ts'
export * from './passkey.ts'
export * from './pause.ts'
export * from './plan.ts'
export * from './preflight.ts'
export * from './privacy.ts'
export * from './retention.ts'
export * from './second-factor.ts'
export * from './session.ts'
export * from './setup.ts'
export * from './subscription.ts'
export * from './wire.ts'

/** Every call of the API. A test ensures that the server mounts these and no others. */
export const endpoints = [
  account.register,
  account.login,
  session.refreshToken,
  session.logout,
  session.listSessions,
  session.endSession,
  session.endSessions,
  secondFactor.completeLogin,
  secondFactor.beginPasskeyLogin,
  secondFactor.passkeyLogin,
  secondFactor.readProofMethods,
  secondFactor.beginPasskeyProof,
  secondFactor.proveIdentity,
  secondFactor.readSecondFactor,
  secondFactor.beginTotp,
  secondFactor.confirmTotp,
  secondFactor.turnOffTotp,
  secondFactor.renewRecoveryCodes,
  passkey.beginPasskey,
  passkey.addPasskey,
  passkey.renamePasskey,
  passkey.removePasskey,
  account.readProfile,
  account.changeProfile,
  google.readGoogleSettings,
  google.googleAuth,
  google.completeGoogleAuth,
  google.proveWithGoogle,
  loginTrail.trackLoginFailure,
  loginTrail.trackLoginRecovery,
  loginTrail.trackLoginAbandoned,
  loginTrail.trackLoginResolved,
  setup.readSetupStatus,
  setup.completeTour,
  setup.skipTour,
  mailLink.verifyEmail,
  mailLink.resendVerification,
  mailLink.requestReset,
  mailLink.validateResetToken,
  mailLink.resetPassword,
  mailLink.changePassword,
  mailLink.changeEmail,
  privacy.exportAccount,
  privacy.previewDeletion,
  privacy.deleteAccount,
  privacy.listSecurityEvents,
  privacy.listDeletions,
  privacy.deleteAccountOf,
  connection.storeCredentials,
  connection.removeCredentials,
  connection.readCredentialsStatus,
  connection.readTokenStatus,
  connection.dropToken,
  connection.renewToken,
  connection.readSite,
  operator.readOperator,
  auction.scrapeAuction,
  auction.trackAuction,
  auction.listAuctions,
  auction.listHistoricalAuctions,
  auction.refreshAuction,
  auction.removeAuction,
  auction.restoreAuction,
  bid.listBids,
  bid.scheduleBid,
  bid.changeBid,
  bid.readBid,
  bid.readReceipt,
  bid.cancelBid,
  bid.deleteHistoricalBid,
  bid.deleteBids,
  bid.listScheduledBids,
  dayLimit.readDayLimit,
  pause.readPause,
  pause.setPause,
  clock.readClock,
  clock.readHealth,
] as const

import * as destination from './alerts/alert-destinations.ts'
import * as alerts from './alerts/alerts.ts'
import * as notification from './alerts/notification.ts'
import * as push from './alerts/push.ts'
import * as auction from './auctions/auction.ts'
import * as closedLot from './auctions/closed-lot.ts'
import * as history from './auctions/history.ts'
import * as itemCost from './auctions/item-cost.ts'
import * as oldPrices from './auctions/old-prices.ts'
import * as tracking from './auctions/track-auction.ts'
import * as bid from './bids/bid.ts'
import * as dayLimit from './bids/day-limit.ts'
import * as finishedBids from './bids/finished-bids.ts'
import * as receipt from './bids/receipt.ts'
import * as clock from './clock.ts'
import * as connection from './connection.ts'
import * as contact from './contact.ts'
import * as health from './health.ts'
import * as account from './identity/account.ts'
import * as google from './identity/google.ts'
import * as loginTrail from './identity/login-failure-trail.ts'
import * as mailLink from './identity/mail-links.ts'
import * as passkey from './identity/passkey.ts'
import * as secondFactor from './identity/second-factor.ts'
import * as securityLog from './identity/security-log.ts'
import * as session from './identity/session.ts'
import * as sessions from './identity/sessions.ts'
import * as operator from './operator.ts'
import * as pause from './pause.ts'
import * as performanceMetric from './performance-metric.ts'
import * as plan from './plan.ts'
import * as privacy from './privacy.ts'
import * as setup from './setup.ts'
import * as subscription from './subscription.ts'

export * from './alerts/alert-destinations.ts'
export * from './alerts/alert-limits.ts'
export * from './alerts/alerts.ts'
export * from './auctions/auction.ts'
export * from './auctions/track-auction.ts'
export * from './auctions/closed-lot.ts'
export * from './auctions/item-cost.ts'
export * from './bids/bid.ts'
export * from './bids/history-result.ts'
export * from './bids/bid-rules.ts'
export * from './browser.ts'
export * from './bids/change-deadline.ts'
export * from './clock.ts'
export * from './connection.ts'
export * from './contact.ts'
export * from './bids/day-limit.ts'
export * from './endpoint.ts'
export * from './events.ts'
export * from './bids/finished-bids.ts'
export * from './format-wait.ts'
export * from './health.ts'
export * from './auctions/history.ts'
export * from './identity/account.ts'
export * from './identity/google.ts'
export * from './identity/limits.ts'
export * from './identity/login-failure-trail.ts'
export * from './identity/mail-links.ts'
export * from './identity/passkey.ts'
export * from './identity/second-factor.ts'
export * from './identity/security-log.ts'
export * from './identity/session.ts'
export * from './identity/sessions.ts'
export * from './limits.ts'
export * from './messages/bids/bid-failures.ts'
export * from './messages/account/delete-failure.ts'
export * as messages from './messages/index.ts'
export * from './messages/account/registration-failure.ts'
export type { NotificationContent } from './messages/alerts/notification.ts'
export type { SecurityEventKind } from './messages/account/security-log.ts'
export * from './money.ts'
export * from './alerts/notification.ts'
export * from './auctions/old-prices.ts'
export * from './operator.ts'
export * from './pause.ts'
export * from './performance-metric.ts'
export * from './plan.ts'
export * from './bids/preflight.ts'
export * from './bids/site-zone.ts'
export * from './privacy.ts'
export * from './alerts/push.ts'
export * from './bids/receipt.ts'
export * from './retention.ts'
export * from './setup.ts'
export * from './subscription.ts'
export * from './wire.ts'
export * from './auctions/wire-history.ts'

/** Every call of the API. A test ensures that the server mounts these and no others. */
export const endpoints = [
  account.register,
  account.login,
  session.refreshToken,
  sessions.logout,
  sessions.listSessions,
  sessions.endSession,
  sessions.endSessions,
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
  google.linkGoogle,
  loginTrail.trackLoginFailure,
  loginTrail.trackLoginRecovery,
  loginTrail.trackLoginAbandoned,
  loginTrail.trackLoginResolved,
  setup.readSetupStatus,
  setup.completeTour,
  setup.skipTour,
  mailLink.verifyEmail,
  mailLink.verifyWithPassword,
  mailLink.resendVerification,
  mailLink.requestReset,
  mailLink.validateResetToken,
  mailLink.resetPassword,
  mailLink.changePassword,
  mailLink.changeEmail,
  privacy.exportAccount,
  privacy.previewDeletion,
  privacy.deleteAccount,
  securityLog.listSecurityEvents,
  privacy.listDeletions,
  privacy.deleteAccountOf,
  privacy.keepAccount,
  connection.storeCredentials,
  connection.removeCredentials,
  connection.readCredentialsStatus,
  connection.readTokenStatus,
  connection.dropToken,
  connection.renewToken,
  connection.readSite,
  connection.listPracticeLot,
  operator.readOperator,
  contact.sendMessage,
  tracking.scrapeAuction,
  tracking.trackAuction,
  auction.listAuctions,
  auction.listHistoricalAuctions,
  auction.refreshAuction,
  oldPrices.requestPrices,
  closedLot.readClosedLot,
  itemCost.readItemCost,
  auction.removeAuction,
  auction.restoreAuction,
  auction.snoozeAuction,
  bid.listBids,
  bid.scheduleBid,
  bid.changeBid,
  bid.readBid,
  receipt.readReceipt,
  bid.cancelBid,
  finishedBids.deleteHistoricalBid,
  finishedBids.deleteBids,
  finishedBids.listScheduledBids,
  dayLimit.readDayLimit,
  history.listHistory,
  history.totalHistory,
  history.exportHistory,
  plan.readPricing,
  plan.readTrialStatus,
  plan.startTrial,
  plan.readFeatureLimits,
  plan.readAuctionAccess,
  plan.readSnipeAccess,
  plan.readSnipeUsage,
  plan.incrementSnipes,
  alerts.readAlertPreferences,
  alerts.changeAlertPreferences,
  alerts.listDeliveries,
  alerts.testDestination,
  alerts.readAlertLink,
  alerts.followAlertLink,
  notification.listNotifications,
  notification.countUnread,
  notification.markRead,
  notification.markAllRead,
  push.readPushKey,
  push.storePushDestination,
  push.replacePushDestination,
  push.reportShown,
  destination.listDestinations,
  destination.removeDestination,
  destination.addWebhook,
  destination.rotateSecret,
  destination.addPhone,
  destination.verifyPhone,
  pause.readPause,
  pause.setPause,
  subscription.readSubscription,
  subscription.startCheckout,
  subscription.syncSubscription,
  subscription.openBillingPortal,
  subscription.previewChange,
  subscription.changePlan,
  subscription.changeBillingInterval,
  subscription.cancelSubscription,
  subscription.resumeSubscription,
  performanceMetric.reportMetric,
  clock.readClock,
  health.readHealth,
] as const

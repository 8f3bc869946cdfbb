import * as z from 'zod'

import type { Account } from '../accounts/account.ts'
import type { House } from '../house.ts'
import { ControlError, seconds, verb } from './verb.ts'

const DAY_MS = 86_400_000

const userName = z.string().min(1).max(100)
const ageDays = z.number().min(0).max(10_000)
const unpaidItems = z.int().min(0).max(1_000)
const password = z.string().min(1).max(200)

/** All accounts when nobody is named. */
const whose = z.strictObject({ userName: userName.optional() })

export const accountVerbs = {
  createAccount: verb({
    method: 'POST',
    path: '/accounts',
    input: z.strictObject({
      userName,
      password,
      ageDays: ageDays.default(365),
      unpaidItems: unpaidItems.default(0),
    }),
    run(house, wanted) {
      if (house.accounts.named(wanted.userName)) throw new ControlError(409, `There is a ${wanted.userName} already`)
      const createdAt = house.clock.now() - wanted.ageDays * DAY_MS
      return describe(house.accounts.open({ ...wanted, name: wanted.userName, createdAt }))
    },
  }),

  changeAccount: verb({
    method: 'PUT',
    path: '/accounts',
    input: z.strictObject({
      userName,
      password: password.optional(),
      ageDays: ageDays.optional(),
      unpaidItems: unpaidItems.optional(),
    }),
    run(house, { userName, ageDays, ...change }) {
      const account = theAccount(house, userName)
      account.password = change.password ?? account.password
      account.unpaidItems = change.unpaidItems ?? account.unpaidItems
      if (ageDays !== undefined) account.createdAt = house.clock.now() - ageDays * DAY_MS
      return describe(account)
    },
  }),

  /** Life of the access tokens issued from now on. */
  setTokenLife: verb({
    method: 'PUT',
    path: '/tokens',
    input: z.strictObject({ lifeSeconds: seconds }),
    run(house, { lifeSeconds }) {
      house.tokens.setLife(lifeSeconds * 1_000)
      return { lifeSeconds }
    },
  }),

  /** Access tokens are refused from now on; refresh tokens still work. */
  expireTokens: verb({
    method: 'POST',
    path: '/tokens/expire',
    input: whose,
    run: (house, { userName }) => forEach(house, userName, house.tokens.expire),
  }),

  /** Nothing but signing in again helps. */
  revokeTokens: verb({
    method: 'POST',
    path: '/tokens/revoke',
    input: whose,
    run: (house, { userName }) => forEach(house, userName, house.tokens.revoke),
  }),
}

function theAccount(house: House, name: string) {
  const account = house.accounts.named(name)
  if (!account) throw new ControlError(404, `There is no account ${name}`)
  return account
}

function forEach(house: House, userName: string | undefined, act: (account: Account) => void) {
  const accounts = userName === undefined ? house.accounts.all() : [theAccount(house, userName)]
  accounts.forEach(act)
  return { accounts: accounts.length }
}

const describe = ({ name, buyerId, unpaidItems, createdAt }: Account) => ({
  userName: name,
  buyerId,
  unpaidItems,
  createdAt,
})

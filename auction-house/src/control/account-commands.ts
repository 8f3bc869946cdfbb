import * as z from 'zod'
import type { Account } from '../accounts/account.ts'
import type { House } from '../house.ts'
import { ControlError, seconds, command } from './command.ts'

const DAY_MS = 86_400_000

const userName = z.string().min(1).max(100)
const ageDays = z.number().min(0).max(10_000)
const unpaidItems = z.int().min(0).max(1_000)
const password = z.string().min(1).max(200)

const accountOrAll = z.strictObject({
  /** Without a user name, the command applies to all accounts. */
  userName: userName.optional(),
  /** Without a delay, the command acts at once. */
  inSeconds: seconds.optional(),
})

export const accountCommands = {
  createAccount: command({
    method: 'POST',
    path: '/accounts',
    input: z.strictObject({
      userName,
      password,
      ageDays: ageDays.default(365),
      unpaidItems: unpaidItems.default(0),
    }),
    run(house, input) {
      if (house.accounts.named(input.userName)) throw new ControlError(409, `There is a ${input.userName} already`)
      const createdAt = house.clock.now() - input.ageDays * DAY_MS
      return describe(house.accounts.open({ ...input, name: input.userName, createdAt }))
    },
  }),

  /** What an account looks like, and how often it has signed in. */
  readAccount: command({
    method: 'GET',
    path: '/accounts',
    input: z.strictObject({ userName }),
    run: (house, { userName }) => describe(requireAccount(house, userName)),
  }),

  changeAccount: command({
    method: 'PUT',
    path: '/accounts',
    input: z.strictObject({
      userName,
      password: password.optional(),
      ageDays: ageDays.optional(),
      unpaidItems: unpaidItems.optional(),
    }),
    run(house, { userName, ageDays, ...change }) {
      const account = requireAccount(house, userName)
      account.password = change.password ?? account.password
      account.unpaidItems = change.unpaidItems ?? account.unpaidItems
      if (ageDays !== undefined) account.createdAt = house.clock.now() - ageDays * DAY_MS
      return describe(account)
    },
  }),

  /** Sets the lifetime of access tokens issued from now on. */
  setTokenLife: command({
    method: 'PUT',
    path: '/tokens',
    input: z.strictObject({ lifeSeconds: seconds }),
    run(house, { lifeSeconds }) {
      house.tokens.setLife(lifeSeconds * 1_000)
      return { lifeSeconds }
    },
  }),

  /** Invalidates access tokens. Refresh tokens still work. */
  expireTokens: command({
    method: 'POST',
    path: '/tokens/expire',
    input: accountOrAll,
    run: (house, target) => forEach(house, target, house.tokens.expire),
  }),

  /** Invalidates access and refresh tokens: the user must sign in again. */
  revokeTokens: command({
    method: 'POST',
    path: '/tokens/revoke',
    input: accountOrAll,
    run: (house, target) => forEach(house, target, house.tokens.revoke),
  }),
}

function requireAccount(house: House, name: string) {
  const account = house.accounts.named(name)
  if (!account) throw new ControlError(404, `There is no account ${name}`)
  return account
}

function forEach(
  house: House,
  { userName, inSeconds }: z.output<typeof accountOrAll>,
  act: (account: Account) => void,
) {
  const accounts = userName === undefined ? house.accounts.all() : [requireAccount(house, userName)]
  if (inSeconds === undefined) accounts.forEach(act)
  else house.agenda.add(house.catchUp() + inSeconds * 1_000, () => accounts.forEach(act))
  return { accounts: accounts.length }
}

const describe = ({ name, buyerId, unpaidItems, createdAt, signIns }: Account) => ({
  userName: name,
  buyerId,
  unpaidItems,
  createdAt,
  signIns: { ...signIns },
})

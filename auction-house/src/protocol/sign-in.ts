import type { Account } from '../accounts/account.ts'
import { openCredential } from '../accounts/credentials-cipher.ts'
import { type Answer, empty, json } from '../http/answer.ts'
import { naivePacific } from '../pacific-time.ts'
import { type Call, type Endpoint, requireLogin, textOf } from './endpoint.ts'
import { enveloped } from './envelope.ts'
import { GUESSES } from './guesses.ts'

const LOGIN = 'SignIn/Login'

export const signInEndpoints: Endpoint[] = [
  { method: 'POST', path: LOGIN, answer: logIn },
  { method: 'POST', path: 'SignIn/RefreshToken', answer: refreshToken },
  { method: 'POST', path: 'SignIn/RevokeToken', answer: requireLogin(revokeToken) },
]

function logIn(call: Call): Answer {
  const { house, body } = call
  const name = openCredential(textOf(body['username']))
  const password = openCredential(textOf(body['password']))
  const account = name === undefined ? undefined : house.accounts.named(name)
  const isAccepted = account?.password === password
  if (account) account.signIns[isAccepted ? 'accepted' : 'refused'] += 1
  if (!account || !isAccepted) {
    return json({
      accessToken: null,
      refreshToken: null,
      buyer: null,
      isUnconfirmedBuyer: false,
      message: 'The username or password are incorrect',
      status: false,
    })
  }
  if (house.faults.drawOneSession({ endpoint: LOGIN, itemId: undefined, userName: account.name })) {
    house.tokens.revoke(account)
  }
  const answer = signedIn(call, account)
  account.lastLoginAt = call.now
  return answer
}

function refreshToken(call: Call): Answer {
  const account = call.house.tokens.spendRefresh(textOf(call.body['refreshtoken']), call.now)
  return account ? signedIn(call, account) : empty(GUESSES.refreshRefusedStatus)
}

function revokeToken({ house, account }: Call & { account: Account }) {
  house.tokens.revoke(account)
  return enveloped(null)
}

function signedIn({ house, now, body, ip }: Call, account: Account) {
  const refresh = house.tokens.issueRefresh(account, now)
  return json({
    accessToken: house.tokens.issueAccess(account, now, { ip, browser: textOf(body['browser']) }),
    refreshToken: {
      token: refresh.token,
      created: naivePacific(refresh.created),
      createdByIp: ip,
      expires: naivePacific(refresh.expires),
    },
    buyer: {
      buyerId: String(account.buyerId),
      login: account.name,
      firstName: 'Practice',
      middleInitial: '',
      lastName: 'Bidder',
      email: `${account.name}@example.com`,
      country: 'US',
      lastLoginDate: naivePacific(account.lastLoginAt),
    },
    isUnconfirmedBuyer: false,
    message: GUESSES.loginMessage,
    status: true,
  })
}

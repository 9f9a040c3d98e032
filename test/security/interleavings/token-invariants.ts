import type { AdapterAccount } from '../../../src/model/adapter.js'
import type { Ending, Played } from './play.js'
import type { Step } from './scheduler.js'
import { isRefreshed, refreshLabel } from './service.js'

/** What must be true of every ending with refreshed tokens. */
export const tokenInvariants = {
  'a rotated refresh token is sent once': sentOnce,
  'the stored refresh token works': storedTokenWorks,
  'tokens of a sign-in are not replaced by older ones': newestTokens,
  'tokens that waited for a second factor do not replace newer ones': noWaitingTokens,
  'nothing is written back to an unlinked account': nothingWrittenBack,
  'every call gets a token': everyCallServed,
  'no lease is left behind': noLeaseLeft,
} as const

function sentOnce(ending: Ending): readonly string[] {
  if (isAnswerLost(ending)) return []
  const sent = requestsOf(ending).map(({ label }) => label)
  return sent.filter((one, at) => sent.indexOf(one) !== at).map((one) => `Sent twice: ${one}.`)
}

function storedTokenWorks(ending: Ending): readonly string[] {
  const token = accountOf(ending)?.refresh_token
  if (!hasRefresh(ending) || isAnswerLost(ending) || token === undefined) return []
  if (token === null) return ['The account has no refresh token.']
  const isSpent = requestsOf(ending).some(({ label }) => label === refreshLabel(token))
  return isSpent ? [`The account has the spent token "${token}".`] : []
}

/** A sign-in brings tokens of its own, which a refresh that began before it must leave alone. */
function newestTokens(ending: Ending): readonly string[] {
  const { access_token: token } = accountOf(ending) ?? {}
  const isSignedIn = ending.played.some((one) => isSignIn(one) && isDone(one))
  if (!hasRefresh(ending) || !isSignedIn || !token || !isRefreshed(token)) return []
  return [`The account has the token "${token}".`]
}

/** A refresh that ended before the second factor was proven has brought newer tokens. */
function noWaitingTokens(ending: Ending): readonly string[] {
  const { played } = ending
  const refreshed = played.filter((one) => isRefresh(one) && one.outcome?.isDone)
  const isLate = played.some(
    (one) =>
      isPendingSignIn(one) &&
      refreshed.some(({ task }) => task.ended >= 0 && task.ended < one.task.began),
  )
  const { access_token: token } = accountOf(ending) ?? {}
  return isLate && token && !isRefreshed(token) ? [`The account has the token "${token}".`] : []
}

/** In these pairs of flows, no sign-in links the account again. */
function nothingWrittenBack(ending: Ending): readonly string[] {
  const { played } = ending
  const isUnlinked = played.some((one) => one.act.name === 'unlink' && isDone(one))
  const isGone = !played.some(isSignIn) && hasRefresh(ending) && isUnlinked
  return isGone && accountOf(ending) ? ['The unlinked account has a row.'] : []
}

/** Unless a flow takes the session or the account away. A lost reply about a lease costs nothing. */
function everyCallServed({ played, faults }: Ending): readonly string[] {
  const isCalm = played.every((one) => isRefresh(one) || isSignIn(one) || isPendingSignIn(one))
  if (!isCalm || !faults.every(isLostLeaseReply)) return []
  return played
    .filter((one) => isRefresh(one) && !one.outcome?.isDone)
    .map(({ outcome }) => `A call got no token: ${outcome?.error}.`)
}

function isLostLeaseReply({ action, label }: Step): boolean {
  return action === 'fail' && label.startsWith('answer: leaseAccount(')
}

/** The next refresh would have to wait for its end. */
function noLeaseLeft(ending: Ending): readonly string[] {
  const { refreshLease, refreshLeaseEnds } = accountOf(ending) ?? {}
  if (!hasRefresh(ending) || !ending.faults.every(isLostLeaseReply)) return []
  return (refreshLeaseEnds ?? 0) > ending.now ? [`"${refreshLease}" has the lease.`] : []
}

/**
 * A process that ends between the provider's answer and its own write takes the new token with it,
 * and so does an answer that is lost on its way. Any other fault must cost nothing.
 */
function isAnswerLost({ faults, steps }: Ending): boolean {
  return faults.some((fault) => {
    if (fault.action !== 'die') return fault.label.startsWith('answer: refresh(')
    const { place } = fault.task
    const before = steps.slice(0, steps.indexOf(fault)).filter(({ task }) => task.place === place)
    const sent = before.findLastIndex(isRequest)
    const isStored = before.slice(sent).some(isTokenWrite)
    return sent !== -1 && !isStored
  })
}

function isRequest({ label, action }: Step): boolean {
  return action === 'go' && label.startsWith('refresh(')
}

function isTokenWrite({ label, result }: Step): boolean {
  return label.startsWith('swapTokens(') && result?.value === true
}

function requestsOf({ steps }: Ending): readonly Step[] {
  return steps.filter(isRequest)
}

function accountOf({ rows, start }: Ending): AdapterAccount | undefined {
  return rows.accounts.find(
    ({ provider, providerAccountId }) => provider === 'hub' && providerAccountId === start.subject,
  )
}

function hasRefresh({ played }: Ending): boolean {
  return played.some(isRefresh)
}

function isRefresh({ act }: Played): boolean {
  return act.name === 'token refresh'
}

function isSignIn({ act }: Played): boolean {
  return act.name === 'returning sign-in' || act.name === 'sign-in without a refresh token'
}

function isPendingSignIn({ act }: Played): boolean {
  return act.name === 'sign-in with pending tokens'
}

function isDone({ outcome, retried }: Played): boolean {
  return [outcome, retried].some((one) => one?.isDone)
}

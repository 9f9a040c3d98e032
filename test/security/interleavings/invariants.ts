import { kinds, type KindName } from './adapters.js'
import type { Act } from './act.js'
import { confirmationInvariants } from './confirmation-invariants.js'
import { factorInvariants } from './factor-invariants.js'
import { graceInvariants } from './grace-invariants.js'
import { isFactorFlow, isGraceFlow } from './flow-names.js'
import { valuesOf, type Ending, type Played, type SeenSession } from './play.js'
import type { Step } from './scheduler.js'
import { isAccount } from './tables.js'
import { hasRemovedPassword, isUsable, removalInvariants } from './removal-invariants.js'
import { tokenInvariants } from './token-invariants.js'
import { address, oldPassword, userId, type Person } from './starting-states.js'

/** Something that must be true of every ending; gives what is wrong. */
type Invariant = (ending: Ending) => readonly string[]

/** What went wrong in a schedule, in words. */
export interface Violation {
  readonly invariant: keyof typeof invariants
  readonly what: string
}

export const invariants = {
  'one user per account': oneUserPerAccount,
  'nothing is linked without consent or proof': linkedByConsent,
  'no session of another person': sessionsOfOwner,
  'no session of an unlinked way in': sessionsOfLinkedAccounts,
  'no session after its revocation': nothingAfterRevocation,
  'no session is read after its revocation': nothingReadAfterRevocation,
  'a revocation beats the sign-ins that began before it': revocationBeatsSignIns,
  'no session of another tenant': tenantsApart,
  'what works once is used once': usedOnce,
  'each event exactly once': eventsOnce,
  'a user keeps a way in': keepsWayIn,
  'the password is that of the flow that set it': passwordOfWinner,
  'no session of a replaced password': noSessionOfOldPassword,
  'no mail sets a password after a revocation': noMailAfterRevocation,
  'an address is that of the flow that set it, and an undo wins': addressOfWinner,
  'a sign-up at once sets the password of the user that it creates': passwordOfCreator,
  'a user name belongs to one of those who wanted it': oneOwnerOfName,
  'no session of a password that must be changed': noSessionBeforeChange,
  'no internal error without a fault': noInternalError,
  ...factorInvariants,
  ...removalInvariants,
  ...confirmationInvariants,
  ...tokenInvariants,
  ...graceInvariants,
} as const satisfies Record<string, Invariant>

export function judge(ending: Ending): readonly Violation[] {
  const names = Object.keys(invariants) as (keyof typeof invariants)[]
  return names.flatMap((invariant) =>
    invariants[invariant](ending).map((what) => ({ invariant, what })),
  )
}

function oneUserPerAccount({ rows: { users, accounts } }: Ending): readonly string[] {
  const doubled = accounts.filter((account, at) => accounts.findIndex(isAccount(account)) !== at)
  const lonely = accounts.filter(({ userId }) => !users.some(({ id }) => id === userId))
  const alike = users.filter(
    ({ email }, at) => users.findIndex((one) => one.email === email) !== at,
  )
  return [
    ...doubled.map((account) => `The account ${nameOf(account)} is there twice.`),
    ...lonely.map((account) => `The account ${nameOf(account)} belongs to no user.`),
    ...alike.map(({ email }) => `Two users have the address ${email}.`),
  ]
}

/** A user is the person's who created it, until Ada proves that the address is hers. */
function ownerOf(ending: Ending, userId: string): Person | undefined {
  const { played, creators } = ending
  const isProven = played.some((one) => {
    const entered = valuesOf(one.steps, 'createSession').map((session) => session.userId)
    const proves = one.act.proves || (one.act.person === 'Ada' && hasTakenOver(one, userId))
    if (one.act.sets !== undefined && hasTakenOver(one, userId)) return isProvenNow(ending, userId)
    return proves && isDone(one) && entered.includes(userId)
  })
  return isProven ? 'Ada' : creators.get(userId)
}

function isProvenNow({ rows }: Ending, userId: string): boolean {
  return rows.users.some(({ id, emailVerified }) => id === userId && emailVerified !== null)
}

/** A provider that vouches for the address gives Ada the user of a person who never proved it. */
function hasTakenOver({ steps }: Played, userId: string): boolean {
  const users = valuesOf(steps, 'updateUser', 'takeOverUser').filter(({ id }) => id === userId)
  return users.some(({ emailVerified }) => emailVerified instanceof Date)
}

/**
 * Whether a person created a user at a provider that vouched for the address. If Ada proves the same
 * address by mail, both have a proof, and the engine cannot tell two people from one.
 */
function hasSignedUp({ played }: Ending, person: Person, userId: string): boolean {
  const own = played.filter(({ act }) => act.person === person).flatMap(({ steps }) => steps)
  const users = valuesOf(own, 'createUser').filter(({ id }) => id === userId)
  return users.some(({ emailVerified }) => emailVerified instanceof Date)
}

function linkedByConsent(ending: Ending): readonly string[] {
  const { start, played, rows } = ending
  return rows.accounts.flatMap((account) => {
    const name = nameOf(account)
    const act = played.find((one) => isOf(one, account))?.act
    const person = act?.person ?? start.accountOwner
    const owner = ownerOf(ending, account.userId)
    if (isCutShort(ending, name)) return []
    return owner === person || hasSignedUp(ending, person, account.userId)
      ? []
      : [`${person}'s account ${name} is linked to ${owner}'s user.`]
  })
}

function sessionsOfOwner(ending: Ending): readonly string[] {
  return ending.sessions.flatMap((session) => {
    const row = ending.rows.sessions.find(({ sessionToken }) => sessionToken === session.token)
    const owner = row && ownerOf(ending, row.userId)
    if (!owner || owner === session.person || isUnsent(ending, session)) return []
    if (isCutShort(ending, session.account)) return []
    if (row && hasSignedUp(ending, session.person, row.userId)) return []
    return [`${describeSession(session)} is a session of ${owner}'s user.`]
  })
}

function sessionsOfLinkedAccounts(ending: Ending): readonly string[] {
  const { sessions, rows, played } = ending
  const keeper = played.find(({ act }) => act.name === 'unlink' || act.name === 'passkey removal')
  return sessions.flatMap((session) => {
    // These have no account of their own.
    const isMailed = /^(?:(?:mail|password):|$)/.test(session.account)
    const isLinked = rows.accounts.some((account) => nameOf(account) === session.account)
    // The session that unlinks an account lives on, whatever it was signed in with.
    const isKept = keeper?.act.ends?.(session) === false && !session.maker
    if (!session.isAlive || isMailed || isLinked || isKept || isUnsent(ending, session)) return []
    return [`${describeSession(session)} lives, and its account ${session.account} is not linked.`]
  })
}

/** Whether a fault came before the token could be sent, so that no browser has the session. */
function isUnsent({ steps }: Ending, { maker, bornAt }: SeenSession): boolean {
  if (!maker || steps[bornAt]?.task !== maker.task) return false
  if (maker.outcome !== undefined) return maker.outcome.sendsSession === false
  const end = steps.findIndex(({ task, action }) => task === maker.task && action === 'die')
  return bornAt < end
}

/** Sessions that a revocation found when it began, and had to end. */
function endedBy({ sessions }: Ending, { act, task }: Played): readonly SeenSession[] {
  return sessions.filter((session) => act.ends?.(session) && session.bornAt < task.began)
}

function nothingAfterRevocation(ending: Ending): readonly string[] {
  return revocationsOf(ending).flatMap((revocation) =>
    endedBy(ending, revocation)
      .filter(({ isAlive, isBelieved }) => isAlive || isBelieved)
      .map((session) => `${describeSession(session)} lives after: ${revocation.act.name}.`),
  )
}

function nothingReadAfterRevocation(ending: Ending): readonly string[] {
  return revocationsOf(ending).flatMap((revocation) => {
    const { act, task, outcome } = revocation
    const ended = endedBy(ending, revocation).map(({ token }) => token)
    return ending.played
      .filter((read) => read.act.reads !== undefined && ended.includes(read.act.reads))
      .filter((read) => outcome?.isDone && task.ended < read.task.began && read.outcome?.hasSession)
      .map((read) => `"${read.act.name}" began after "${act.name}" ended, and got a session.`)
  })
}

function revocationBeatsSignIns(ending: Ending): readonly string[] {
  return revocationsOf(ending).flatMap((revocation) => {
    const { act, task } = revocation
    return (
      ending.sessions
        .filter((session) => act.beatsSignIns && act.ends?.(session) && session.isAlive)
        // A new password ends all sessions itself. If both happen at once, either may be the later one.
        .filter(({ maker }) => !mayBeEarlier(act) || maker?.act.sets === undefined)
        .filter(({ maker }) => !maker?.act.proves || !overlapsOwnTakeOver(ending))
        // A sign-in that ends the other sessions keeps its own.
        .filter(({ maker }) => maker && maker.task !== task)
        .filter(({ maker }) => maker && !maker.retried && beganBefore(ending, maker, revocation))
        .map((session) => `${describeSession(session)} lives, and began before: ${act.name}.`)
    )
  })
}

/** Whether either may be the later one of a revocation and a new password at the same time. */
function mayBeEarlier({ name }: Act): boolean {
  return name === 'sign-out everywhere' || isFactorFlow(name)
}

/**
 * Whether a flow began before a revocation. A sign-in that waits for a second factor began before the
 * schedule. While time stands still, two processes cannot tell which of two flows began first, so only one
 * order of their beginnings is run: a flow that began before the revocation ended could have been the first.
 */
function beganBefore({ start }: Ending, { act, task }: Played, revocation: Played): boolean {
  const { began, ended, place } = revocation.task
  if (act.isPending === true || task.began < began) return true
  const isOrdered = start.passwordLinks !== undefined || task.place === place
  return !isOrdered && task.began < ended
}

/** Flows that were done, and found something to revoke: a user who is signed out cannot revoke anything. */
function revocationsOf({ played, events }: Ending): readonly Played[] {
  return played.filter((one) => {
    const { act, task, steps } = one
    const isTold = events.some((event) => event.name === act.tells && event.task === task.id)
    const isExcused = act.isLenient && steps.some(({ action }) => action !== 'go')
    const isSignedOut = act.name === 'sign-out everywhere' && findsNoSession(steps)
    // Another flow has removed the app or the password, or a fault has cut this one short.
    const isIdle =
      (act.name === 'removal of the app' && !hasRemoved(one)) ||
      (act.name === 'password removal' && !hasRemovedPassword(one))
    return (
      isDone(one) && !isExcused && !isSignedOut && !isIdle && (act.tells === undefined || isTold)
    )
  })
}

function hasRemoved({ outcome, steps }: Played): boolean {
  const isGone = steps.some(
    ({ label, result }) => label.startsWith('deleteFactor(') && result?.value,
  )
  return isGone && outcome?.isDone === true
}

/** The first session that it looks for is the one that asks. */
function findsNoSession(steps: readonly Step[]): boolean {
  const asked = steps.find(({ label }) => label.startsWith('getSessionAndUser('))
  return asked?.result?.value === null
}

function tenantsApart({ played }: Ending): readonly string[] {
  return played.flatMap(({ act, outcome }) =>
    act.name === 'read at another tenant' && outcome?.hasSession
      ? ['A session of one tenant was accepted at another.']
      : [],
  )
}

function usedOnce({ played }: Ending): readonly string[] {
  const uses = played.filter(({ outcome }) => outcome?.isDone).flatMap(({ act }) => act.uses ?? [])
  return uses.filter((one, at) => uses.indexOf(one) !== at).map((one) => `Used twice: ${one}.`)
}

/** Where an answer was lost or a process ended, an event may be missing, but none comes twice. */
function eventsOnce(ending: Ending): readonly string[] {
  const { start, rows, events, faults, played } = ending
  const mayMiss = faults.some(
    ({ action, label }) => action === 'die' || label.startsWith('answer:'),
  )
  const count = (name: string, key: 'userId' | 'account', value: string): number =>
    events.filter((event) => event.name === name && event[key] === value).length
  const tell = (name: string, of: string, times: number): readonly string[] =>
    times === 1 || (times === 0 && mayMiss) ? [] : [`"${name}" of ${of} was told ${times} times.`]
  const newUsers = rows.users.filter(({ id }) => !start.rows.users.some((one) => one.id === id))
  // A user name is stored as an account, but is not told as one.
  const newAccounts = rows.accounts.filter(
    (account) => account.provider !== 'password' && !start.rows.accounts.some(isAccount(account)),
  )
  const signIns = played.filter(
    ({ act, outcome, retried }) => act.account && outcome?.isDone && !retried,
  )
  return [
    ...newUsers.flatMap(({ id }) => tell('createUser', id, count('createUser', 'userId', id))),
    ...newAccounts.flatMap((account) => {
      const name = nameOf(account)
      return tell('linkAccount', name, count('linkAccount', 'account', name))
    }),
    ...new Set(
      signIns.flatMap(({ act: { account = '' } }) => {
        const expected = signIns.filter(({ act }) => act.account === account).length
        const times = count('signIn', 'account', account)
        return times === expected || mayMiss || faults.length > 0
          ? []
          : [`"signIn" of ${account} was told ${times} times, not ${expected}.`]
      }),
    ),
  ]
}

function keepsWayIn({ start, rows }: Ending): readonly string[] {
  return rows.users
    .filter(({ id }) => start.rows.users.some((one) => one.id === id))
    .filter(
      ({ id, emailVerified }) =>
        !emailVerified &&
        ![...rows.accounts, ...rows.passwords.filter(isUsable)].some(({ userId }) => userId === id),
    )
    .map(({ id }) => `The user ${id} has no way to sign in.`)
}

function hasSetPassword({ steps }: Played): boolean {
  return steps.some(
    ({ label, result }) => label.startsWith('setPassword(') && result?.value === true,
  )
}

/** At most one flow of a schedule sets the password, because each makes the others worthless. */
function passwordOfWinner(ending: Ending): readonly string[] {
  const { start, played, rows, password, faults } = ending
  if (!start.passwordLinks || overlapsOwnTakeOver(ending)) return []
  if (played.some(({ act }) => act.plants !== undefined)) return []
  if (played.some((one) => one.act.name === 'address undo' && isDone(one))) {
    return password === undefined ? [] : [`The password "${password}" outlived the undo.`]
  }
  const isTakenOver = start.name === 'planted' && ownerOf(ending, userId) === 'Ada'
  const known = played.filter(({ act }) => !isTakenOver || act.person === 'Ada')
  const removal = known.find((one) => hasRemovedPassword(one) && isDone(one))
  const setters = known.filter((one) => one.act.sets !== undefined && isDone(one))
  // What one flow has set, another may remove.
  const winners = removal
    ? [removal, ...setters.filter(({ act }) => act.sets !== removal.act.removes)]
    : setters
  const names = winners.map(({ act }) => `"${act.name}"`).join(' and ')
  // A second try begins when all other flows have ended.
  const again = winners.findLast(({ retried }) => retried?.isDone)
  if (winners.length > 1 && !again) return [`${names} have both set the password.`]
  if (password === undefined && rows.users.length === 0) return []
  const winner = again ?? winners[0]
  if (winner) {
    const isRight = password === winner.act.sets
    return isRight ? [] : [`${names} was done, but the password is "${password}".`]
  }
  // A fault may hide that the password was set.
  const allowed = [isTakenOver ? undefined : oldPassword, undefined]
  const cut = known.filter(({ steps }) => steps.some((step) => faults.includes(step)))
  // So may a revocation at the same time, which ends the session that the new password has begun.
  const mayEnd = ({ act: { name } }: Played): boolean =>
    name === 'unlink' ||
    name === 'password removal' ||
    isFactorFlow(name) ||
    // Or a deletion, for which the sign-in that follows a new password is held.
    isGraceFlow(name)
  const ended = played.some(mayEnd) ? known.filter(hasSetPassword) : []
  allowed.push(...[...cut, ...ended].map(({ act }) => act.sets))
  return allowed.includes(password) ? [] : [`No flow has set the password "${password}".`]
}

const neededAtOnce: ReadonlySet<string> = new Set(['transaction', 'lockUser', 'updateAccount'])

/**
 * Whether Ada takes the user over twice at the same time, in several steps. The later one removes
 * what the earlier one has set, for it cannot tell this from what Eve left.
 */
function overlapsOwnTakeOver({ start, played }: Ending): boolean {
  const takeOvers = played.filter(({ act }) => act.proves)
  const isAtomic = kinds[start.kind].isOneStep || hasTransactions(start.kind)
  return start.name === 'planted' && !isAtomic && takeOvers.length > 1
}

/** A transaction is of no use if a sign-in cannot wait for it with an update of its account. */
function hasTransactions(kind: KindName): boolean {
  return !kinds[kind].lacks?.some((name) => neededAtOnce.has(name))
}

/**
 * Whether a process ended between a link and its withdrawal, or a fault came between the two sweeps of
 * a take-over that meets an unlinking. Only adapters that work in several steps leave such an account.
 */
function isCutShort({ start, played, faults }: Ending, account: string): boolean {
  if (hasTransactions(start.kind)) return false
  const hasFault = ({ steps }: Played): boolean => steps.some((step) => faults.includes(step))
  return played.some((one) => {
    const links = one.act.name === 'link' || one.act.name === 'passkey registration'
    if (links) return one.act.account === account && one.outcome === undefined
    const meetsUnlink = played.some(({ act }) => act.name === 'unlink')
    return Boolean(one.act.proves) && meetsUnlink && hasFault(one)
  })
}

/** Sessions from before end before a password is written, so that a crash leaves none. */
function noSessionOfOldPassword({ sessions, played, password }: Ending): readonly string[] {
  const setter = played.find(({ act }) => act.sets !== undefined && act.sets === password)
  if (!setter?.act.ends) return []
  return sessions
    .filter(({ isAlive }) => isAlive)
    .filter((session) =>
      session.maker
        ? session.maker.act.knows !== undefined && isDone(setter)
        : setter.act.ends?.(session),
    )
    .map((session) => `${describeSession(session)} lives, but its password was replaced.`)
}

function noMailAfterRevocation(ending: Ending): readonly string[] {
  const revocations = revocationsOf(ending).filter(
    ({ act, outcome }) => (act.beatsSignIns || act.sets !== undefined) && outcome?.isDone,
  )
  return ending.played.flatMap(({ act, task, outcome }) =>
    revocations
      .filter(() => act.isMailed && outcome?.isDone)
      .filter((revocation) => revocation.task.ended >= 0 && revocation.task.ended < task.began)
      .map((revocation) => `"${act.name}" worked after: ${revocation.act.name}.`),
  )
}

function addressOfWinner({ start, played, rows, faults }: Ending): readonly string[] {
  const user = rows.users.find(({ id }) => id === userId)
  if (!user || !start.addressForms) return []
  const movers = played.filter(({ act }) => act.moves !== undefined)
  const undo = movers.find((one) => one.act.name === 'address undo' && isDone(one))
  const done = movers.filter(isDone).map(({ act }) => act.moves)
  // A fault may hide that the address was set.
  const cut = movers.filter(({ steps }) => steps.some((step) => faults.includes(step)))
  const hidden = cut.map(({ act }) => act.moves)
  const allowed = undo
    ? [undo.act.moves]
    : done.length > 0
      ? [...done, ...hidden]
      : [address, ...hidden]
  return allowed.includes(user.email) ? [] : [`The address is ${user.email}.`]
}

/** The answers are alike, so only the rows tell which of two sign-ups came first. */
function passwordOfCreator({ played, rows, password, faults }: Ending): readonly string[] {
  const signUps = played.filter(({ act }) => act.plants !== undefined)
  if (signUps.length === 0) return []
  const [user] = rows.users
  const creator = signUps.find(({ steps }) =>
    valuesOf(steps, 'createUser').some(({ id }) => id === user?.id),
  )
  const allowed = [creator?.act.plants, ...(faults.length > 0 ? [undefined] : [])]
  return creator && allowed.includes(password)
    ? []
    : [`"${creator?.act.name}" created the user, whose password is "${password}".`]
}

function oneOwnerOfName({ played, rows, faults }: Ending): readonly string[] {
  const wanted = played.find(({ act }) => act.names !== undefined)?.act.names
  if (wanted === undefined || faults.length > 0) return []
  const owners = rows.accounts.filter(({ providerAccountId }) => providerAccountId === wanted)
  const done = played.filter(isDone)
  const isRight = owners.length === 1 && done.length === 1
  return isRight ? [] : [`${owners.length} users have the name, ${done.length} were told so.`]
}

function noSessionBeforeChange({ start, sessions }: Ending): readonly string[] {
  if (start.passwordState !== 'must change') return []
  return sessions
    .filter(({ maker }) => maker?.act.knows !== undefined)
    .map((session) => `${describeSession(session)} began before the password was changed.`)
}

const internal: ReadonlySet<string> = new Set(['Configuration', 'AdapterError', '500'])

function noInternalError({ start, played, faults }: Ending): readonly string[] {
  // An adapter that refuses what it offers is a fault by itself.
  if (kinds[start.kind].refuses) return []
  // The store refuses a session of a user who is gone, and that may be all there is to say.
  const isDeleted = played.some(({ act }) => ['deletion', 'due deletion'].includes(act.name))
  return played.flatMap(({ act, outcome, retried }) => {
    const told = [faults.length === 0 ? outcome?.error : undefined, retried?.error]
    const errors = told.filter((error) => error !== undefined && internal.has(error) && !isDeleted)
    return errors.map((error) => `"${act.name}" ended in ${error}.`)
  })
}

function isDone({ outcome, retried }: Played): boolean {
  return [outcome, retried].some((one) => one?.isDone)
}

function isOf({ act, steps }: Played, account: Ending['rows']['accounts'][number]): boolean {
  if (act.names === account.providerAccountId) {
    return valuesOf(steps, 'linkAccount').some(({ userId }) => userId === account.userId)
  }
  return act.account === nameOf(account)
}

function nameOf({ provider, providerAccountId }: { provider: string; providerAccountId: string }) {
  return `${provider}:${providerAccountId}`
}

function describeSession({ person, account, maker }: SeenSession): string {
  return `${person}'s session by ${account}${maker ? '' : ' from before'}`
}

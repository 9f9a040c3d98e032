import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { InvalidSessionOptions } from '../errors/config-errors.js'
import type { AdapterAuthenticator, AdapterUser, VerificationToken } from '../model/adapter.js'
import type { LimitStore } from '../model/limits.js'
import type { AccountEvidence } from './account-evidence.js'
import type { AccountKeys, NewAccount } from './account-keys.js'
import { openAccountTokens, type AccountTokens } from './account-tokens.js'
import { openConfirmation, openInspection, revocationMethods } from './confirm-account.js'
import { openPasskeyCreation, type CreatePasskey } from './create-passkey.js'
import { openDeletedUsers } from './deleted-users.js'
import { openDeletion, type DeleteUser } from './delete-user.js'
import { openFactors, type Factors } from './factors.js'
import { openRecentSessions, type FindRecentSession } from './find-session.js'
import { findUserByAccount, findUserByEmail } from './find-user.js'
import {
  openLinking,
  openLinkUndo,
  openWriteIfAsked,
  type LinkAccount,
  type UndoLink,
} from './link-account.js'
import { openTableCheck } from './missing-table.js'
import { openMoments, type Moments } from './moments.js'
import { runExclusive } from './run-exclusive.js'
import { openPendingDeletions, type PendingDeletions } from './pending-deletions.js'
import {
  findPasskey,
  openPasskeyList,
  openPasskeyUse,
  type ListPasskeys,
  type RecordPasskeyUse,
} from './passkeys.js'
import { openPasswords, type Passwords } from './passwords.js'
import { openProviderSessions, type ProviderSessions } from './provider-sessions.js'
import {
  openAddressUpdate,
  openProving,
  requireProvable,
  type ProveAddress,
  type UpdateProof,
} from './prove-address.js'
import {
  openRedemption,
  openRestoring,
  type RedeemToken,
  type RestoreToken,
} from './redeem-token.js'
import { openAdoptions, type Adoptions } from './adoptions.js'
import { openFormerWays, type FormerWays } from './remove-newer-ways.js'
import { openReplacements, type Replacements } from './replacements.js'
import { openAddresses, type Addresses } from './replace-address.js'
import { openRevocations, type Revocations, type SessionRules } from './revocation.js'
import { openSessionDetails, type FindSessionDetails } from './session-details.js'
import {
  openAccountCheck,
  openAccountInspection,
  openProviderCheck,
  openSessionCreation,
  type CreateSession,
  type IsSignedOutAtProvider,
} from './sessions.js'
import { atomicSignUps, markedSignUps, type SignUps } from './sign-up.js'
import { openUnprovenSignUp, type SignUpUnproven } from './sign-up-unproven.js'
import { openSpending, openUnspending, type SpendOnce, type Unspend } from './spend-once.js'
import { takeOverAtOnce, takeOverInTurn, type TakeOverUser } from './take-over.js'
import type { FactorKinds } from './stored-factor.js'
import { updateUser } from './update-user.js'
import { openUserNames, type UserNames } from './user-names.js'
import { unlinkAtOnce, unlinkInTurn, type UnlinkAccount } from './unlink-account.js'

/** Complete operations that behave the same with every adapter. */
export interface Operations {
  findUserByAccount(keys: AccountKeys): Promise<AdapterUser | null>
  findUserByEmail(email: string): Promise<AdapterUser | null>
  /** Finds a user by id. Also returns `null` if the adapter cannot look users up. */
  findStored(userId: string): Promise<AdapterUser | null>
  readonly signUp: SignUps['create']
  readonly resumeSignUp: SignUps['resume']
  readonly linkAccount: LinkAccount
  readonly unlinkAccount: UnlinkAccount
  /**
   * Removes an account that was just linked, with its passkey. Returns whether the user no longer has
   * it. An adapter without `unlinkAccount` keeps it, which is logged.
   */
  readonly undoLink: UndoLink
  /** Undefined if the adapter cannot remove unproven accounts and sessions. */
  readonly takeOverUser: TakeOverUser | undefined
  readonly proveAddress: ProveAddress
  /** Writes when a user proved the address, unless the user has another one by now. */
  readonly confirmAddress: UpdateProof
  /** Throws if a proof could not give this user's address to its owner. */
  requireProvable(user: AdapterUser | null): void
  readonly createSession: CreateSession
  readonly findRecentSession: FindRecentSession | undefined
  readonly findSessionDetails: FindSessionDetails
  readonly confirmAccount: (evidence: AccountEvidence) => Promise<void>
  /** The same without storing tokens, for a sign-in that waits for a second factor. */
  readonly inspectAccount: (evidence: AccountEvidence) => Promise<AccountEvidence>
  /** Whether sessions can be ended. A session that exists only in its cookie lasts until it expires. */
  readonly canEndSessions: boolean
  /** Ends all sessions of a user. Throws if sessions exist only in their cookies. */
  readonly endSessions: (userId: string) => Promise<void>
  /** Ends all sessions of a user but one. */
  readonly endOtherSessions: (userId: string, kept: string | undefined) => Promise<void>
  /** Like `endSessions`, for a sign-in that is to have the only session. See there. */
  readonly restartSessions: Revocations['restartSessions']
  /**
   * Ends the sessions that began with one session at a provider. Throws if sessions exist only in
   * their cookies.
   */
  readonly endProviderSession: ProviderSessions['end']
  readonly endProviderAccountSessions: ProviderSessions['endOfAccount']
  readonly isSignedOutAtProvider: IsSignedOutAtProvider
  readonly isTokenRevoked: Revocations['isTokenRevoked']
  /** Whether {@link deleteUser} deleted a user, as far as the adapter can record it. */
  readonly wasDeleted: (userId: string) => Promise<boolean>
  readonly isAdopted: Adoptions['isAdopted']
  readonly recordAdoption: Adoptions['recordAdoption']
  readonly wasReplaced: Replacements['wasReplaced']
  readonly recordReplacement: Replacements['recordReplacement']
  readonly isSignInRevoked: Revocations['isSignInRevoked']
  readonly createPasskey: CreatePasskey
  findPasskey(
    credentialID: string,
    provider: string,
  ): Promise<{ readonly authenticator: AdapterAuthenticator; readonly user: AdapterUser } | null>
  readonly listPasskeys: ListPasskeys
  readonly recordPasskeyUse: RecordPasskeyUse
  readonly passwords: Passwords
  readonly factors: Factors
  readonly pendingDeletions: PendingDeletions
  readonly accountTokens: AccountTokens
  readonly userNames: UserNames
  readonly addresses: Addresses
  readonly formerWays: FormerWays
  readonly signUpUnproven: SignUpUnproven
  /** Undefined if the adapter cannot delete users. */
  readonly deleteUser: DeleteUser | undefined
  /** What the adapter can list for a user. */
  readonly lists: {
    readonly sessions: boolean
    readonly accounts: boolean
    readonly passkeys: boolean
  }
  /** Whether {@link updateUser} can be called. */
  readonly canUpdateUsers: boolean
  /** Whether accounts have room for the picture that their provider sent. */
  readonly keepsPictures: boolean
  updateUser(before: AdapterUser, changes: Partial<AdapterUser>): Promise<AdapterUser>
  readonly redeemToken: RedeemToken
  readonly restoreToken: RestoreToken
  /** Stores a verification token. */
  storeToken(token: VerificationToken): Promise<void>
  /** Returns the ids of the providers that the user has accounts at, as far as the adapter knows. */
  listProviders(userId: string): Promise<readonly string[]>
  readonly moments: Moments
  readonly spendOnce: SpendOnce
  readonly unspend: Unspend
  /** Deletes expired rows. Undefined if the adapter cannot do so. */
  readonly purge: ((now: Date) => Promise<void>) | undefined
  /** Runs work after all other work with the same key in this process. */
  runExclusive<T>(key: string, work: (hasWaited: boolean) => Promise<T>): Promise<T>
}

/** What the operations need besides an adapter. */
export interface Surroundings {
  readonly log: Log
  readonly sleep: (milliseconds: number) => Promise<void>
  /** One-time values that were used in this process. */
  readonly spent: LimitStore
  readonly sessions: SessionRules
  readonly factorKinds: FactorKinds
}

const opened = new WeakMap<Store, Operations>()

/** Returns the operations of a config that must have a store. */
export function operationsOf({ config }: Pick<Context, 'config'>): Operations {
  const store = requireStore({ config })
  const known = opened.get(store)
  if (known) return known
  const { log, runtime, session } = config
  // Each call looks it up again, because a test may replace it.
  const sleep = (milliseconds: number): Promise<void> => runtime.sleep(milliseconds)
  const sessions = {
    hasRows: session.strategy === 'database' || session.revocable,
    mayLackTable: session.strategy === 'jwt' && !session.isRevocationRequired,
    absoluteMaxAge: session.absoluteMaxAge,
    clock: () => runtime.clock(),
    secrets: config.secrets,
  }
  const factorKinds = config.secondFactor?.types ?? new Set()
  const surroundings = { log, sleep, spent: runtime.spent, sessions, factorKinds }
  const operations = openOperations(store, surroundings)
  opened.set(store, operations)
  return operations
}

/** Chooses an implementation of each operation once, by the methods that the adapter has. */
export function openOperations(
  store: Store,
  { log, sleep, spent, sessions, factorKinds }: Surroundings,
): Operations {
  const findStored = store.has('getUser')
    ? (id: string) => store.call('getUser', id)
    : async () => null
  const isStored = async (id: string): Promise<boolean> => Boolean(await findStored(id))
  const unlessTableMissing = openTableCheck(store, log, sessions)
  const revocations = openRevocations(store, sessions, isStored, unlessTableMissing)
  const { endSessions, isTokenRevoked, isSignInRevoked } = revocations
  const moments = openMoments(store, sessions)
  const deletedUsers = openDeletedUsers(store, moments, sessions, isStored)
  const providerSessions = openProviderSessions(store, sessions)
  const isSignedOutAtProvider = openProviderCheck(providerSessions)
  const canEndSessions = sessions.hasRows && store.has('deleteSessionsByUserId')
  const signUps =
    store.has('createUserWithAccount') || store.has('transaction')
      ? atomicSignUps(store)
      : markedSignUps(store, log, sleep)
  const canRevokeAtOnce = store.has('transaction', 'lockUser', 'updateAccount', 'updateSession')
  const isTakeOverAtomic = canRevokeAtOnce || store.has('takeOverUser')
  const isUnlinkAtomic = canRevokeAtOnce || store.has('unlinkUnlessLast')
  const takeOverUser = (isTakeOverAtomic ? takeOverAtOnce : takeOverInTurn)(
    store,
    revocations,
    unlessTableMissing,
    factorKinds,
  )
  const unlink = (isUnlinkAtomic ? unlinkAtOnce : unlinkInTurn)(store, endSessions)
  const confirm = openConfirmation(store, canRevokeAtOnce, log, sessions.clock)
  const confirmAddress = openAddressUpdate(store)
  const writeIfAsked = openWriteIfAsked(store, canRevokeAtOnce)
  const linkAccount = openLinking(store, writeIfAsked)
  const storable = openColumns(store)
  return {
    findUserByAccount: (keys) => findUserByAccount(store, keys),
    findUserByEmail: (email) => findUserByEmail(store, email),
    findStored,
    signUp: (newcomer) => signUps.create(storable(newcomer)),
    resumeSignUp: (newcomer, user) => signUps.resume(storable(newcomer), user),
    linkAccount: (link) => linkAccount(storable(link)),
    unlinkAccount: async (unlinking) => {
      store.require(...revocationMethods)
      const key = `unlink:${unlinking.user.id}`
      return runExclusive(store.memory, key, () => unlink(unlinking))
    },
    undoLink: openLinkUndo(store, log, async (userId, provider) => {
      if (!canEndSessions) return
      await unlessTableMissing(() =>
        store.has('listSessionsByUserId')
          ? providerSessions.endOfUser(userId, provider)
          : // Such rows do not say where they began.
            endSessions(userId),
      )
    }),
    takeOverUser: store.has(...revocationMethods) ? takeOverUser : undefined,
    proveAddress: openProving(store, takeOverUser, confirmAddress, log),
    confirmAddress,
    requireProvable: (user) => requireProvable(store, log, user),
    createSession: openSessionCreation(store, confirm, { ...revocations, isSignedOutAtProvider }),
    findRecentSession: openRecentSessions(store),
    findSessionDetails: openSessionDetails(store),
    confirmAccount: openAccountCheck(store, confirm),
    inspectAccount: openAccountInspection(store, openInspection(store, confirm)),
    canEndSessions,
    endSessions: async (userId) => {
      store.require('deleteSessionsByUserId')
      requireRows(sessions)
      await endSessions(userId)
    },
    endOtherSessions: async (userId, kept) => {
      store.require('deleteSessionsByUserId')
      requireRows(sessions)
      await unlessTableMissing(() => endSessions(userId, kept))
    },
    restartSessions: async (userId, except) => {
      store.require('deleteSessionsByUserId')
      requireRows(sessions)
      return revocations.restartSessions(userId, except)
    },
    endProviderSession: async (session) => {
      store.require('deleteSessionsByProviderSession')
      requireRows(sessions)
      await providerSessions.end(session)
    },
    endProviderAccountSessions: async (account, latest) => {
      store.require('listSessionsByUserId', 'deleteSession')
      requireRows(sessions)
      await providerSessions.endOfAccount(account, latest)
    },
    isSignedOutAtProvider,
    isTokenRevoked: async (userId, startedAt) =>
      (await isTokenRevoked(userId, startedAt)) || deletedUsers.wasDeleted(userId),
    wasDeleted: deletedUsers.wasDeleted,
    ...openAdoptions(store, sessions),
    ...openReplacements(store, sessions),
    isSignInRevoked,
    createPasskey: openPasskeyCreation(store, log, writeIfAsked),
    findPasskey: (credentialID, provider) => findPasskey(store, credentialID, provider),
    listPasskeys: openPasskeyList(store),
    recordPasskeyUse: openPasskeyUse(store),
    passwords: openPasswords(store),
    factors: openFactors(store),
    pendingDeletions: openPendingDeletions(store, sessions.clock),
    accountTokens: openAccountTokens(store),
    userNames: openUserNames(store),
    addresses: openAddresses(store),
    formerWays: openFormerWays(store, factorKinds, moments, sessions.clock, log),
    signUpUnproven: openUnprovenSignUp(store, async (userId) => {
      if (canEndSessions) await endSessions(userId)
    }),
    deleteUser: store.has('deleteUser', 'getUser')
      ? openDeletion(store, endSessions, deletedUsers, sessions.hasRows)
      : undefined,
    lists: {
      sessions: store.has('listSessionsByUserId'),
      accounts: store.has('listAccountsByUserId'),
      passkeys: store.has('listAuthenticatorsByUserId'),
    },
    canUpdateUsers: store.has('updateUser'),
    // Tables of adapters without this method may have no column for it.
    keepsPictures: store.has('leaseAccount'),
    updateUser: (before, changes) => updateUser(store, before, changes),
    redeemToken: openRedemption(store, log),
    restoreToken: openRestoring(store),
    storeToken: async (token) => {
      await store.call('createVerificationToken', token)
    },
    listProviders: async (userId) => {
      if (!store.has('listAccountsByUserId')) return []
      const accounts = await store.call('listAccountsByUserId', userId)
      return accounts.map(({ provider }) => provider)
    },
    moments,
    spendOnce: openSpending(store, spent, log),
    unspend: openUnspending(store, spent),
    purge: store.has('deleteExpired') ? (now) => store.call('deleteExpired', now) : undefined,
    runExclusive: (key, work) => runExclusive(store.memory, key, work),
  }
}

/** A session that exists only in its cookie continues even if rows are deleted. */
function requireRows({ hasRows }: SessionRules): void {
  if (hasRows) return
  throw new InvalidSessionOptions(
    'Sessions were to be ended, but nothing can end them: `session.revocable` is false, ' +
      'or the adapter lacks methods about sessions. Remove the option, and use an adapter that stores sessions.',
  )
}

/** Removes what tables made for Auth.js have no column for. */
function openColumns(store: Store): <T extends { readonly account: NewAccount }>(given: T) => T {
  const hasIssuers = store.has('updateAccount')
  return (given) => {
    const { issuer, ...account } = given.account
    const kept = hasIssuers && issuer !== undefined && { issuer }
    return { ...given, account: { ...account, ...kept } }
  }
}

import { open, seal } from '../crypto/seal.js'
import type { Secrets } from '../crypto/secrets.js'
import type { Adapter, AdapterAccount, AdapterStoredTokens } from '../model/adapter.js'
import { isBearer } from '../oauth/proof-key.js'
import type { Log } from './logger.js'

/** Encrypts the tokens of accounts on their way to the adapter, and decrypts them on their way back. */
export interface TokenSealing {
  readonly run: <T>(
    name: keyof Adapter,
    args: readonly unknown[],
    call: (args: readonly unknown[]) => Promise<T>,
  ) => Promise<T>
}

const label = 'latchkey.account-token'
/** The beginning of an encrypted token. A token without it was stored in clear text before. */
const prefix = 'latchkey.sealed:'
const tokenFields = ['access_token', 'refresh_token', 'id_token', 'dpopKey'] as const

/** A stolen token that is bound to a key is worthless, unless the key is stolen with it. */
const alwaysSealed = ['dpopKey'] as const

type TokenField = (typeof tokenFields)[number]
type Keys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

const storedTokens: unique symbol = Symbol('stored tokens')

/** An account whose tokens are decrypted. It remembers how they are stored. */
interface OpenedAccount extends AdapterAccount {
  readonly [storedTokens]?: AdapterStoredTokens
}

/** Returns the tokens of an account as they are stored, encrypted or not. */
export function storedTokensOf(account: AdapterAccount): AdapterStoredTokens {
  const known = (account as OpenedAccount)[storedTokens]
  const { access_token, refresh_token } = account
  return known ?? { access_token: access_token ?? null, refresh_token: refresh_token ?? null }
}

/**
 * Seals tokens with the first secret, and opens those of all secrets. With `isWritten: false`, new
 * tokens are stored in clear text, except for keys, and encrypted ones can still be read. A token that
 * has the prefix and cannot be opened is missing, so that it is neither returned nor sent.
 */
export function sealTokens(
  secrets: Secrets,
  log: Log,
  { isWritten }: { readonly isWritten: boolean },
): TokenSealing {
  const sealIn = async <T extends object>(fields: T, keys: Keys): Promise<T> => {
    const sealed: Record<string, string> = {}
    for (const field of isWritten ? tokenFields : alwaysSealed) {
      const token = (fields as Readonly<Record<string, unknown>>)[field]
      if (typeof token === 'string') sealed[field] = await sealToken(secrets, keys, field, token)
    }
    return { ...fields, ...sealed }
  }
  const openIn = async (row: AdapterAccount): Promise<AdapterAccount> => {
    if (!tokenFields.some((field) => isSealed(row[field])))
      return markBound(row, withoutClearKey(row))
    const opened: OpenedAccount = { ...withoutClearKey(row), [storedTokens]: storedTokensOf(row) }
    for (const field of tokenFields) {
      const stored = row[field]
      if (!isSealed(stored)) continue
      opened[field] = await openToken(secrets, row, field, stored)
      if (opened[field] === undefined) log.warn('token-unreadable', explain(row, field))
    }
    return markBound(row, opened)
  }
  return {
    run: async (name, args, call) => {
      const { takes, gives } = tokenPlaces[name]
      const result = await call(takes ? await sealArguments(takes, args, sealIn) : args)
      // Each method returns what its type says, and only the tokens in it change.
      return gives ? ((await openResult(gives, result, openIn)) as typeof result) : result
    },
  }
}

/** How the first argument of a method contains tokens. */
type Taken = 'account' | 'newcomer' | 'swap'
/** How the result of a method contains tokens. */
type Given = 'row' | 'rows'

/** Whether values of a type may contain tokens that are not sealed. */
type Carries<T> = T extends AdapterStoredTokens | Date | ((...args: never) => unknown)
  ? false
  : T extends readonly (infer Item)[]
    ? Carries<Item>
    : T extends object
      ? 'access_token' extends keyof T
        ? true
        : { [Member in keyof T]: Carries<T[Member]> }[keyof T]
      : false

interface PlacesIn<Method extends (...args: never) => unknown> {
  readonly takes: true extends Carries<Parameters<Method>> ? Taken : undefined
  readonly gives: true extends Carries<Awaited<ReturnType<Method>>> ? Given : undefined
}

/** Where each method of an adapter takes and returns tokens, by the method's own type. */
export type TokenPlaces = {
  readonly [Name in keyof Adapter]-?: PlacesIn<NonNullable<Adapter[Name]>>
}

const none = { takes: undefined, gives: undefined } as const

/**
 * A method that the adapter gets later does not compile before it is listed here. So it cannot store
 * tokens in clear text unnoticed.
 */
const tokenPlaces: TokenPlaces = {
  createUserWithAccount: { takes: 'newcomer', gives: undefined },
  getAccount: { takes: undefined, gives: 'row' },
  linkAccount: { takes: 'account', gives: 'row' },
  listAccountsByUserId: { takes: undefined, gives: 'rows' },
  swapTokens: { takes: 'swap', gives: undefined },
  unlinkAccount: { takes: undefined, gives: 'row' },
  unlinkUnlessLast: { takes: undefined, gives: 'row' },
  updateAccount: { takes: 'account', gives: 'row' },

  consumeVerificationToken: none,
  countAttempt: none,
  createAuthenticator: none,
  createFactor: none,
  createSession: none,
  createUser: none,
  createVerificationToken: none,
  deleteAuthenticator: none,
  deleteExpired: none,
  deleteFactor: none,
  deletePassword: none,
  deleteSession: none,
  deleteSessionsByProviderSession: none,
  deleteSessionsByUserId: none,
  deleteUser: none,
  getAuthenticator: none,
  getPassword: none,
  getRecentSessionAndUser: none,
  getSessionAndUser: none,
  getUser: none,
  getUserByAccount: none,
  getUserByEmail: none,
  leaseAccount: none,
  listAuthenticatorsByUserId: none,
  listDueDeletions: none,
  listFactorsByUserId: none,
  listSessionsByUserId: none,
  lockUser: none,
  replaceFactors: none,
  setPassword: none,
  takeOverUser: none,
  // Its callback gets a store that seals tokens itself.
  transaction: none,
  updateAuthenticator: none,
  updateAuthenticatorCounter: none,
  updateSession: none,
  updateUser: none,
  useFactorStep: none,
  useVerificationToken: none,
}

/** Keys have always been encrypted, so this library did not write one in clear text. */
function withoutClearKey(row: AdapterAccount): AdapterAccount {
  const { dpopKey, ...others } = row
  return !dpopKey || isSealed(dpopKey) ? row : others
}

/**
 * Tokens whose key cannot be read are still bound to it. An app may not store their type, and then they
 * would be sent without a proof.
 */
function markBound(row: AdapterAccount, opened: AdapterAccount): AdapterAccount {
  if (!row.dpopKey || opened.dpopKey || isBearer(row.token_type)) return opened
  return { ...opened, token_type: 'dpop' }
}

function isSealed(stored: unknown): stored is string {
  return typeof stored === 'string' && stored.startsWith(prefix)
}

async function sealArguments(
  takes: Taken,
  args: readonly unknown[],
  sealIn: <T extends object>(fields: T, keys: Keys) => Promise<T>,
): Promise<readonly unknown[]> {
  const [first] = args as readonly [never]
  switch (takes) {
    case 'account':
      return [await sealIn(first as AdapterAccount, first)]
    case 'newcomer': {
      const newcomer: { readonly account: AdapterAccount } = first
      return [{ ...newcomer, account: await sealIn(newcomer.account, newcomer.account) }]
    }
    case 'swap': {
      const swap: Keys & { readonly changes: object } = first
      return [{ ...swap, changes: await sealIn(swap.changes, swap) }]
    }
  }
}

async function openResult(
  gives: Given,
  result: unknown,
  openIn: (row: AdapterAccount) => Promise<AdapterAccount>,
): Promise<unknown> {
  switch (gives) {
    case 'rows':
      return Promise.all((result as readonly AdapterAccount[]).map(openIn))
    case 'row':
      // Not every adapter returns the row.
      return typeof result === 'object' && result ? openIn(result as AdapterAccount) : result
  }
}

/**
 * The row's keys and the column are part of what is encrypted, so that a token which is copied to
 * another row or column cannot be read there.
 */
async function sealToken(
  secrets: Secrets,
  { provider, providerAccountId }: Keys,
  field: TokenField,
  token: string,
): Promise<string> {
  const content = JSON.stringify([provider, providerAccountId, field, token])
  return prefix + (await seal(content, secrets, label))
}

async function openToken(
  secrets: Secrets,
  { provider, providerAccountId }: Keys,
  field: TokenField,
  stored: string,
): Promise<string | undefined> {
  const opened = await open(stored.slice(prefix.length), secrets, label)
  if (!opened) return undefined
  // Only this library can seal for this label, so `sealToken` wrote the text.
  const content = JSON.parse(opened.plaintext) as readonly [string, string, string, string]
  const [ofProvider, ofAccount, ofField, token] = content
  const isOwn = ofProvider === provider && ofAccount === providerAccountId && ofField === field
  return isOwn ? token : undefined
}

function explain({ provider }: Keys, field: TokenField): string {
  return (
    `The ${field} of an account at "${provider}" cannot be decrypted: none of the secrets fits, or it ` +
    'was copied from another row. The user has to sign in there again.'
  )
}

import type { Store } from '../config/store.js'
import { mac } from '../crypto/mac.js'
import type { AdapterSession } from '../model/adapter.js'
import { deleteSession } from './delete-session.js'
import { findSession } from './find-session.js'

/** What must be known of the sessions of a config to end them all. */
export interface SessionRules {
  /** Whether a session is over once its row is gone. */
  readonly hasRows: boolean
  /** Seconds after which no session and no token of today lives. */
  readonly absoluteMaxAge: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The first one names new marks; those of the others are still found. */
  readonly secrets: readonly string[]
}

/** Ends all sessions of a user, but for the one with the key `except`. */
export type EndSessions = (userId: string, except?: string) => Promise<void>

/** How all sessions of a user are ended, and what is known about it later. */
export interface Revocations {
  readonly endSessions: EndSessions
  /**
   * The same for the owner of the user's address, who takes the user over. Sign-ins of the owner that
   * began before go on; all others have lost their accounts.
   */
  readonly evictSessions: (userId: string) => Promise<void>
  /** Whether all sessions of a user were ended after a token started, in seconds since the epoch. */
  readonly isTokenRevoked: (userId: string, startedAt: number) => Promise<boolean>
  /** The same for a sign-in under way. Asked after its session was written: see decision 021. */
  readonly isSignInRevoked: (userId: string, startedAt: number) => Promise<boolean>
  /** Whether the owner of the address took the user over since. Asked at the same moment. */
  readonly isSignInEvicted: (userId: string, startedAt: number) => Promise<boolean>
}

/** Seconds by which the clocks of two servers may differ. */
export const clockTolerance = 60

/** Why all sessions of a user were ended. */
type Reason = 'revoked' | 'evicted'

/** What the key of a mark begins with. No cookie leads to a row whose key begins so. */
const markPrefix = 'mark:'

/**
 * The key of a mark: a row beside the user's sessions that says when all of them were ended. It
 * expires `absoluteMaxAge` after that moment. Nobody without the secret can name it, because Auth.js
 * would take it for the token of a session if it ran on the same tables.
 */
async function markKeyOf(userId: string, reason: Reason, secret: string): Promise<string> {
  return markPrefix + (await mac(JSON.stringify([reason, userId]), secret, 'revocation mark'))
}

/** Whether a row is a mark, and not a session. */
export function isMark({ sessionToken }: Pick<AdapterSession, 'sessionToken'>): boolean {
  return sessionToken.startsWith(markPrefix)
}

export function openRevocations(
  store: Store,
  { hasRows, absoluteMaxAge, clock, secrets }: SessionRules,
  isStored: (userId: string) => Promise<boolean>,
): Revocations {
  /** The end of the moment at which all sessions were ended, in seconds since the epoch. */
  const findMark = async (userId: string, reason: Reason): Promise<number | undefined> => {
    let expires = 0
    for (const secret of secrets) {
      const mark = await findSession(store, await markKeyOf(userId, reason, secret))
      if (mark) expires = Math.max(expires, new Date(mark.session.expires).getTime())
    }
    if (expires <= clock()) return undefined
    // A column may keep whole seconds only: then it was some time in this one.
    const fraction = expires % 1000 === 0 ? 0.999 : 0
    return expires / 1000 - absoluteMaxAge + fraction
  }

  const mark = async (userId: string, reason: Reason): Promise<string | undefined> => {
    const [secret = ''] = secrets
    const sessionToken = await markKeyOf(userId, reason, secret)
    const expires = new Date(clock() + absoluteMaxAge * 1000)
    /** Whether there is a mark, which is moved on to this moment, and never back. */
    const moveMark = async (): Promise<boolean> => {
      const found = await findSession(store, sessionToken)
      if (!found) return false
      const ahead = new Date(found.session.expires).getTime() - expires.getTime()
      // What is further ahead than clocks can be was written under a longer `absoluteMaxAge`.
      const isLater = ahead >= 0 && ahead <= clockTolerance * 1000
      if (!isLater) await store.call('updateSession', { sessionToken, expires })
      return true
    }
    if (await moveMark()) return sessionToken
    // A user who is not stored has no rows.
    if (!(await isStored(userId))) return undefined
    try {
      await store.call('createSession', { sessionToken, userId, expires })
    } catch (thrown) {
      // Another revocation, at the same time, was faster; it may have begun before this one.
      if (!(await moveMark())) throw thrown
    }
    return sessionToken
  }

  const deleteRows = async (userId: string, except: string | undefined): Promise<void> => {
    try {
      const kept = except === undefined ? [] : [except]
      await store.call('deleteSessionsByUserId', userId, ...kept)
    } finally {
      store.memory.alive.forgetAll()
    }
  }

  /** Ends sessions that were written between the deletion and the mark, one by one: the mark stays. */
  const sweep = async (userId: string, except: string): Promise<void> => {
    if (!store.has('listSessionsByUserId')) return
    const rows = await store.call('listSessionsByUserId', userId)
    const late = rows.filter((row) => row.sessionToken !== except && !isMark(row))
    for (const { sessionToken } of late) await deleteSession(store, sessionToken)
    if (late.length > 0) store.memory.alive.forgetAll()
  }

  // What cannot end sessions elsewhere leaves no mark.
  const leavesMarks = hasRows && store.has('deleteSessionsByUserId')

  const isSignInBeaten = async (
    userId: string,
    startedAt: number,
    reason: Reason,
  ): Promise<boolean> => {
    const markedAt = leavesMarks ? await findMark(userId, reason) : undefined
    if (markedAt === undefined) return false
    // A mark from the future was written under a longer `absoluteMaxAge`, a while ago.
    return startedAt <= markedAt && markedAt <= clock() / 1000 + clockTolerance
  }

  return {
    endSessions: async (userId, except) => {
      store.require('deleteSessionsByUserId')
      if (!hasRows) return deleteRows(userId, except)
      if (except === undefined) {
        // First: a session that is written after the deletion finds the mark.
        await deleteRows(userId, await mark(userId, 'revoked'))
      } else {
        await deleteRows(userId, except)
        await mark(userId, 'revoked')
        await sweep(userId, except)
      }
    },
    evictSessions: async (userId) => {
      await deleteRows(userId, hasRows ? await mark(userId, 'evicted') : undefined)
    },
    isTokenRevoked: async (userId, startedAt) => {
      const isAfter = async (reason: Reason): Promise<boolean> =>
        startedAt <= ((await findMark(userId, reason)) ?? -1)
      return (await isAfter('revoked')) || isAfter('evicted')
    },
    isSignInRevoked: (userId, startedAt) => isSignInBeaten(userId, startedAt, 'revoked'),
    isSignInEvicted: (userId, startedAt) => isSignInBeaten(userId, startedAt, 'evicted'),
  }
}

import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import { findSession } from './find-session.js'

/** What must be known of the sessions of a config to end them all. */
export interface SessionRules {
  /** Whether a session is over once its row is gone. */
  readonly hasRows: boolean
  /** Whether there may be tokens that name no row. */
  readonly hasTokens: boolean
  /** Seconds after which no session and no token of today lives. */
  readonly absoluteMaxAge: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
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
}

/** Seconds by which the clocks of two servers may differ. */
const clockTolerance = 60

/** Why all sessions of a user were ended. */
type Reason = 'revoked' | 'evicted'

/**
 * The key of a mark: a row beside the user's sessions that says when all of them were ended. It
 * expires `absoluteMaxAge` after that moment. No cookie and no token leads to it, because what a
 * cookie holds never begins with `jwt:`, and an id in a token is drawn at random.
 */
async function markKeyOf(userId: string, reason: Reason): Promise<string> {
  return `sha256:${await sha256Hex(`jwt:${reason}:${userId}`)}`
}

/** The keys of a user's rows that are marks, and not sessions. */
export async function markKeysOf(userId: string): Promise<readonly string[]> {
  return [await markKeyOf(userId, 'revoked'), await markKeyOf(userId, 'evicted')]
}

export function openRevocations(
  store: Store,
  { hasRows, hasTokens, absoluteMaxAge, clock }: SessionRules,
  isStored: (userId: string) => Promise<boolean>,
): Revocations {
  /** The end of the moment at which all sessions were ended, in seconds since the epoch. */
  const findMark = async (userId: string, reason: Reason): Promise<number | undefined> => {
    const mark = await findSession(store, await markKeyOf(userId, reason))
    const expires = mark ? new Date(mark.session.expires).getTime() : 0
    if (expires <= clock()) return undefined
    // A column may keep whole seconds only: then it was some time in this one.
    const fraction = expires % 1000 === 0 ? 0.999 : 0
    return expires / 1000 - absoluteMaxAge + fraction
  }

  const mark = async (userId: string, reason: Reason): Promise<string | undefined> => {
    const sessionToken = await markKeyOf(userId, reason)
    const expires = new Date(clock() + absoluteMaxAge * 1000)
    const isMarked = async (): Promise<boolean> =>
      Boolean(await store.call('getSessionAndUser', sessionToken))
    if (await isMarked()) {
      await store.call('updateSession', { sessionToken, expires })
      return sessionToken
    }
    // A user who is not stored has no rows.
    if (!(await isStored(userId))) return undefined
    try {
      await store.call('createSession', { sessionToken, userId, expires })
    } catch (thrown) {
      // Another revocation, at the same time, was faster.
      if (!(await isMarked())) throw thrown
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

  // What cannot end sessions elsewhere leaves no mark.
  const leavesMarks = hasRows && store.has('deleteSessionsByUserId')

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
      }
    },
    evictSessions: async (userId) => {
      const isMarked = hasRows && hasTokens
      await deleteRows(userId, isMarked ? await mark(userId, 'evicted') : undefined)
    },
    isTokenRevoked: async (userId, startedAt) => {
      const isAfter = async (reason: Reason): Promise<boolean> =>
        startedAt <= ((await findMark(userId, reason)) ?? -1)
      return (await isAfter('revoked')) || isAfter('evicted')
    },
    isSignInRevoked: async (userId, startedAt) => {
      const revokedAt = leavesMarks ? await findMark(userId, 'revoked') : undefined
      if (revokedAt === undefined) return false
      // A mark from the future was written under a longer `absoluteMaxAge`, a while ago.
      return startedAt <= revokedAt && revokedAt <= clock() / 1000 + clockTolerance
    },
  }
}

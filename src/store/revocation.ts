import type { Store } from '../config/store.js'
import { mac } from '../crypto/mac.js'
import type { AdapterSession } from '../model/adapter.js'
import { deleteSession } from './delete-session.js'
import { findSession } from './find-session.js'
import type { TableRules, UnlessTableMissing } from './missing-table.js'

/** The settings that are needed to end all sessions of a user. */
export interface SessionRules extends TableRules {
  /** Seconds after which every current session and token has expired. */
  readonly absoluteMaxAge: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The first secret names new marks. The other secrets still find older marks. */
  readonly secrets: readonly string[]
}

/** Ends all sessions of a user, except the one with the key `except`. */
export type EndSessions = (userId: string, except?: string) => Promise<void>

/** Ends all sessions of a user and records when that happened. */
export interface Revocations {
  readonly endSessions: EndSessions
  /**
   * Ends all sessions because the owner of the address takes the user over. Sign-ins that the owner
   * began before continue. All other sign-ins have lost their accounts.
   */
  readonly evictSessions: (userId: string) => Promise<void>
  /**
   * Whether all sessions of a user were ended after a token started, in seconds since the epoch.
   */
  readonly isTokenRevoked: (userId: string, startedAt: number) => Promise<boolean>
  /**
   * The same check for a running sign-in. Call it after its session was written, see decision 021.
   */
  readonly isSignInRevoked: (userId: string, startedAt: number) => Promise<boolean>
  /** Whether the owner of the address took the user over since. Call it at the same moment. */
  readonly isSignInEvicted: (userId: string, startedAt: number) => Promise<boolean>
}

/** Seconds by which the clocks of two servers may differ. */
export const clockTolerance = 60

/** Why all sessions of a user were ended. */
type Reason = 'revoked' | 'evicted'

/** What a mark records: why all sessions of a user were ended, or that a token was adopted. */
type MarkKind = Reason | 'adopted'

/** Prefix of a mark's key. No cookie leads to a row with this prefix. */
const markPrefix = 'mark:'

/**
 * Returns the key of a mark. A mark is a row among the user's sessions that records when all of
 * them were ended. It expires `absoluteMaxAge` after that moment. The key depends on the secret so
 * that an attacker cannot guess it, because Auth.js on the same tables would accept it as a session
 * token.
 */
export async function markKeyOf(subject: string, kind: MarkKind, secret: string): Promise<string> {
  return markPrefix + (await mac(JSON.stringify([kind, subject]), secret, 'revocation mark'))
}

/** Whether a row is a mark instead of a session. */
export function isMark({ sessionToken }: Pick<AdapterSession, 'sessionToken'>): boolean {
  return sessionToken.startsWith(markPrefix)
}

export function openRevocations(
  store: Store,
  { hasRows, absoluteMaxAge, clock, secrets }: SessionRules,
  isStored: (userId: string) => Promise<boolean>,
  unlessTableMissing: UnlessTableMissing,
): Revocations {
  /** Returns the latest moment at which all sessions were ended, in seconds since the epoch. */
  const findMark = async (userId: string, reason: Reason): Promise<number | undefined> => {
    let expires = 0
    for (const secret of secrets) {
      const mark = await findSession(store, await markKeyOf(userId, reason, secret))
      if (mark) expires = Math.max(expires, new Date(mark.session.expires).getTime())
    }
    if (expires <= clock()) return undefined
    // If a column stores whole seconds only, the moment may be anywhere in that second.
    const fraction = expires % 1000 === 0 ? 0.999 : 0
    return expires / 1000 - absoluteMaxAge + fraction
  }

  const mark = async (userId: string, reason: Reason): Promise<string | undefined> => {
    const [secret = ''] = secrets
    const sessionToken = await markKeyOf(userId, reason, secret)
    const expires = new Date(clock() + absoluteMaxAge * 1000)
    /**
     * Moves an existing mark forward to this moment, never back. Returns whether there is a mark.
     */
    const moveMark = async (): Promise<boolean> => {
      const found = await findSession(store, sessionToken)
      if (!found) return false
      const ahead = new Date(found.session.expires).getTime() - expires.getTime()
      // A mark further ahead than the clock tolerance was written with a longer `absoluteMaxAge`.
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
      // A parallel revocation has written the mark, and it may have begun before this one.
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

  /**
   * Deletes sessions that were written between the deletion and the mark. It deletes them one by
   * one, so that the mark stays.
   */
  const sweep = async (userId: string, except: string): Promise<void> => {
    if (!store.has('listSessionsByUserId')) return
    const rows = await store.call('listSessionsByUserId', userId)
    const late = rows.filter((row) => row.sessionToken !== except && !isMark(row))
    for (const { sessionToken } of late) await deleteSession(store, sessionToken)
    if (late.length > 0) store.memory.alive.forgetAll()
  }

  // An adapter that cannot end sessions on other devices writes no marks.
  const leavesMarks = hasRows && store.has('deleteSessionsByUserId')

  const isSignInBeaten = async (
    userId: string,
    startedAt: number,
    reason: Reason,
  ): Promise<boolean> => {
    const markedAt = leavesMarks
      ? await unlessTableMissing(() => findMark(userId, reason))
      : undefined
    if (markedAt === undefined) return false
    // A mark in the future was written earlier, with a longer `absoluteMaxAge`.
    return startedAt <= markedAt && markedAt <= clock() / 1000 + clockTolerance
  }

  return {
    endSessions: async (userId, except) => {
      store.require('deleteSessionsByUserId')
      if (!hasRows) return deleteRows(userId, except)
      if (except === undefined) {
        // The mark comes first, so that a session that is written after the deletion finds it.
        await deleteRows(userId, await mark(userId, 'revoked'))
      } else {
        await deleteRows(userId, except)
        await mark(userId, 'revoked')
        await sweep(userId, except)
      }
      // The table has just answered. Tokens from a time without it must now look for the mark.
      store.memory.missingSessions.clear()
    },
    evictSessions: async (userId) => {
      await unlessTableMissing(async () =>
        deleteRows(userId, hasRows ? await mark(userId, 'evicted') : undefined),
      )
      // Without the table, only the lost accounts end the sessions, so they must be read again.
      store.memory.alive.forgetAll()
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

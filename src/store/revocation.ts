import type { Store } from '../config/store.js'
import { mac } from '../crypto/mac.js'
import type { Secrets } from '../crypto/secrets.js'
import type { AdapterSession } from '../model/adapter.js'
import { deleteSession } from './delete-session.js'
import { forgetDevices } from './factors.js'
import { findSession } from './find-session.js'
import type { TableRules, UnlessTableMissing } from './missing-table.js'
import { idOf } from './user-id.js'

/** The settings that are needed to end all sessions of a user. */
export interface SessionRules extends TableRules {
  /** Seconds after which every current session and token has expired. */
  readonly absoluteMaxAge: number
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The first secret names new marks. The other secrets still find older marks. */
  readonly secrets: Secrets
}

/**
 * Ends all sessions of a user, except the one with the key `except`, and forgets all remembered
 * browsers.
 */
export type EndSessions = (userId: string, except?: string) => Promise<void>

/**
 * Ends all sessions of a user and records when that happened. Each way to do so also forgets the
 * browsers that were remembered to skip the second factor.
 */
export interface Revocations {
  readonly endSessions: EndSessions
  /**
   * Ends all sessions of a user, or all but one, for a new session that is to be the only one. Returns
   * the moment from which that one counts, so that its own revocation does not refuse it. Later ones still do.
   * Returns undefined if there is no mark that could refuse it.
   */
  readonly restartSessions: (userId: string, except?: string) => Promise<number | undefined>
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

/**
 * What a mark records: why all sessions of a user were ended, that a token was adopted, or that a
 * session was replaced.
 */
type MarkKind = Reason | 'adopted' | 'replaced'

/** Prefix of a mark's key. No cookie leads to a row with this prefix. */
const markPrefix = 'mark:'

/**
 * Returns the key of a mark. A mark is a row among the user's sessions that records when all of
 * them were ended. It expires `absoluteMaxAge` after that moment. The key depends on the secret so
 * that an attacker cannot guess it, because Auth.js on the same tables would accept it as a session
 * token.
 */
export async function markKeyOf(subject: string, kind: MarkKind, secret: string): Promise<string> {
  // The same user may be named by a number or by a text, see `idOf`.
  const text = JSON.stringify([kind, idOf({ id: subject })])
  return markPrefix + (await mac(text, secret, 'revocation mark'))
}

/** Whether a row is a mark instead of a session. */
export function isMark({ sessionToken }: Pick<AdapterSession, 'sessionToken'>): boolean {
  return sessionToken.startsWith(markPrefix)
}

/** A row that records when all sessions of a user were ended. */
interface Mark {
  readonly sessionToken: string
  /** Milliseconds since the epoch. */
  readonly expires: number
}

/** More than the marks that two parallel revocations of several steps write and delete. */
const mostAttempts = 4

/** Less than the millisecond that separates two marks, in seconds. */
const smallestStep = 0.0005

/** A mark on a whole second would look as if its column had no fractions, and refuse for longer. */
function withFraction(milliseconds: number): number {
  return milliseconds % 1000 === 0 ? milliseconds + 1 : milliseconds
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

  const mark = async (userId: string, reason: Reason): Promise<Mark | undefined> => {
    const [secret] = secrets
    const sessionToken = await markKeyOf(userId, reason, secret)
    const expires = new Date(withFraction(clock() + absoluteMaxAge * 1000))
    /**
     * Moves an existing mark forward to this moment, never back. Returns whether there is a mark.
     */
    const moveMark = async (): Promise<boolean> => {
      const found = await findSession(store, sessionToken)
      if (!found) return false
      const ahead = new Date(found.session.expires).getTime() - expires.getTime()
      // A mark further ahead than the clock tolerance was written with a longer `absoluteMaxAge`.
      const isLater = ahead >= 0 && ahead <= clockTolerance * 1000
      if (isLater) return true
      const moved = await store.call('updateSession', { sessionToken, expires })
      // A parallel revocation may have deleted the mark. Not every adapter returns the row.
      return moved !== null || (await findSession(store, sessionToken)) !== undefined
    }
    const written = { sessionToken, expires: expires.getTime() }
    for (let attempt = 1; ; attempt += 1) {
      if (await moveMark()) return written
      // A user who is not stored has no rows.
      if (!(await isStored(userId))) return undefined
      try {
        await store.call('createSession', { sessionToken, userId, expires })
        return written
      } catch (thrown) {
        // A parallel revocation has written the mark, and may delete it before this one can move it.
        if (attempt === mostAttempts) throw thrown
      }
    }
  }

  /** Returns the moment right after a mark, as later checks will read it from the database. */
  const momentAfter = async ({ sessionToken, expires }: Mark): Promise<number> => {
    const found = await findSession(store, sessionToken)
    const stored = new Date(found?.session.expires ?? expires).getTime()
    const isRounded = stored % 1000 === 0 && Math.abs(stored - expires) < 1000
    // A mark that another revocation has moved on is not ours, and must beat the sign-in.
    const own = isRounded ? stored / 1000 + 0.999 : expires / 1000
    return own - absoluteMaxAge + smallestStep
  }

  const deleteRows = async (userId: string, except: string | undefined): Promise<void> => {
    const kept = except === undefined ? [] : [except]
    try {
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

  /** Returns the mark that it left, if sessions have rows. */
  const endAll = async (userId: string): Promise<Mark | undefined> => {
    store.require('deleteSessionsByUserId')
    // The mark comes first, so that a session that is written after the deletion finds it.
    const left = hasRows ? await mark(userId, 'revoked') : undefined
    await deleteRows(userId, left?.sessionToken)
    // The table has just answered. Tokens from a time without it must now look for the mark.
    store.memory.missingSessions.clear()
    return left
  }

  const endOthers = async (userId: string, except: string): Promise<Mark | undefined> => {
    store.require('deleteSessionsByUserId')
    await deleteRows(userId, except)
    if (!hasRows) return undefined
    const left = await mark(userId, 'revoked')
    await sweep(userId, except)
    store.memory.missingSessions.clear()
    return left
  }

  /**
   * Forgets devices after the mark was written, so that a sign-in that remembers a browser later
   * finds the mark. Also if the work fails, because the table of sessions may be missing.
   */
  const forgettingDevices = async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      await forgetDevices(store, userId)
    }
  }

  return {
    endSessions: async (userId, except) =>
      forgettingDevices(userId, async () => {
        if (except === undefined) await endAll(userId)
        else await endOthers(userId, except)
      }),
    restartSessions: async (userId, except) => {
      const end = (): Promise<Mark | undefined> =>
        except === undefined ? endAll(userId) : endOthers(userId, except)
      const left = await forgettingDevices(userId, () => unlessTableMissing(end))
      return left && momentAfter(left)
    },
    evictSessions: async (userId) => {
      await forgettingDevices(userId, () =>
        unlessTableMissing(async () =>
          deleteRows(userId, hasRows ? (await mark(userId, 'evicted'))?.sessionToken : undefined),
        ),
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

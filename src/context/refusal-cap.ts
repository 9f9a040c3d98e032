import type { AuditState, RefusalCount } from '../config/audit-state.js'

/** Milliseconds after which the counts begin again. */
const period = 60_000

/** Refusals of one client or user that are recorded in a period. */
const mostOfSubject = 20
/** Refusals of all strangers together that are recorded in a period. */
const mostOfStrangers = 300
/** Users whose refusals are counted in a period. Strangers may know the names of many users. */
const mostUsers = 10_000

/** Whether the refusal of a stranger may be recorded. Anyone can cause them, so only so many are. */
export function admitStranger(count: RefusalCount, client: string): boolean {
  return admit(count, client, count.recorded < mostOfStrangers)
}

/**
 * Whether a refusal that concerns a user may be recorded. Each user has a share of their own, so that
 * refusals of others cannot hide those of one user.
 */
export function admitForUser(count: RefusalCount, userId: string): boolean {
  const { bySubject } = count
  return admit(count, userId, bySubject.has(userId) || bySubject.size < mostUsers)
}

function admit(count: RefusalCount, subject: string, isRoomLeft: boolean): boolean {
  const ofSubject = count.bySubject.get(subject) ?? 0
  if (!isRoomLeft || ofSubject >= mostOfSubject) {
    count.omitted += 1
    return false
  }
  count.recorded += 1
  count.bySubject.set(subject, ofSubject + 1)
  return true
}

/** Starts a new period if the last one is over. Returns how many refusals that one left out. */
export function takeOmitted({ strangers, users }: AuditState, now: number): number {
  return takeFrom(strangers, now) + takeFrom(users, now)
}

function takeFrom(count: RefusalCount, now: number): number {
  // A clock that was set back must not stop the counting.
  if (Math.abs(now - count.since) < period) return 0
  const { omitted } = count
  count.since = now
  count.recorded = 0
  count.omitted = 0
  count.bySubject.clear()
  return omitted
}

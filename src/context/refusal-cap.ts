import type { AuditState, RefusalCount } from '../config/audit-state.js'

/** Milliseconds after which the counts begin again. */
const period = 60_000

/** Refusals that are recorded in a period: of one client or user, and of all together. */
const most = { ofSubject: 20, ofAll: 300 }

/** Whether a refusal may be recorded. Anyone can cause refusals, so only so many are. */
export function admitRefusal(count: RefusalCount, subject: string): boolean {
  const ofSubject = count.bySubject.get(subject) ?? 0
  if (count.recorded >= most.ofAll || ofSubject >= most.ofSubject) {
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

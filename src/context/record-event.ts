import type { SessionConfig } from '../config/resolved-config.js'
import { nextUuidV7 } from '../crypto/uuid-v7.js'
import type { AuditRecord, AuditSink } from '../model/audit.js'
import type { Context } from './context.js'
import { admitForUser, admitStranger, takeOmitted } from './refusal-cap.js'

/** A security event, before the details of the request are added. */
export type AuditEntry = Pick<AuditRecord, 'event'> &
  Partial<Omit<AuditRecord, 'version' | 'id' | 'time' | 'clientAddress' | 'userAgent'>>

/** The request in which something happened. A call of the app may come without one. */
export type Recorder = { readonly config: SessionConfig } & Partial<
  Pick<Context, 'request' | 'client' | 'notes' | 'waitUntil'>
>

/** Milliseconds for which a response waits for the sink. */
const longestWait = 5000

/** Records that a sink may leave unfinished. More than that would fill the memory. */
const mostPending = 1000

const longestUserAgent = 256

/** Passes a security event to the app's audit sink and waits for it, but not for long. */
export async function recordEvent(from: Recorder, entry: AuditEntry): Promise<void> {
  const { audit, runtime } = from.config
  if (!audit) return
  recordOmitted(from, audit)
  const written = write(from, audit, entry)
  if (runtime.audit.isSlow) from.waitUntil?.(written)
  else await waitBriefly(from, written)
}

/**
 * Records that a request was refused. The response does not wait for it, so that its time does not
 * show whether a user is known.
 */
export function recordRefusal(from: Recorder, entry: Omit<AuditEntry, 'event' | 'userId'>): void {
  const { audit, runtime } = from.config
  if (!audit) return
  recordOmitted(from, audit)
  const userId = from.notes?.userId
  const { strangers, users } = runtime.audit
  // A flood of refused strangers must not hide what concerns a user.
  const isAdmitted =
    userId === undefined
      ? admitStranger(strangers, from.client?.() ?? '')
      : admitForUser(users, userId)
  if (!isAdmitted) return
  const written = write(from, audit, { outcome: 'refused', ...entry, userId, event: 'refused' })
  from.waitUntil?.(written)
}

/** The request that comes now is not one of those that were left out, so only they are counted. */
function recordOmitted({ config, waitUntil }: Recorder, sink: AuditSink): void {
  const { clock, audit } = config.runtime
  const count = takeOmitted(audit, clock())
  if (count === 0) return
  const written = write({ config }, sink, { event: 'refusals-omitted', outcome: 'refused', count })
  waitUntil?.(written)
}

/** Never rejects. */
async function write(from: Recorder, sink: AuditSink, entry: AuditEntry): Promise<void> {
  const { log, runtime } = from.config
  const state = runtime.audit
  if (state.pending >= mostPending) {
    log.warnOnce('audit-records-lost', `The function \`audit\` does not finish. ${explainLost}`)
    return
  }
  state.pending += 1
  try {
    await sink(toRecord(from, entry))
    state.isSlow = false
  } catch (error) {
    log.warnOnce('audit-failed', `The function \`audit\` threw an error. ${explainOnce}`, error)
  } finally {
    state.pending -= 1
  }
}

const explainLost = `${mostPending} records are waiting for it, so further records are lost.`
const explainOnce = 'The record is lost. This is logged once.'

async function waitBriefly({ config }: Recorder, written: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = await Promise.race([
    written.then(() => false),
    new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, longestWait, true)
    }),
  ])
  clearTimeout(timer)
  if (!isLate) return
  config.runtime.audit.isSlow = true
  config.log.warnOnce(
    'audit-slow',
    `The function \`audit\` took more than ${longestWait / 1000} s. Until it finishes a record in time, responses do not wait for it.`,
  )
}

function toRecord(
  { config, request, client, notes }: Recorder,
  { event, ...entry }: AuditEntry,
): AuditRecord {
  const { clock, random, audit } = config.runtime
  const now = clock()
  const record = {
    version: 1,
    id: nextUuidV7(audit.ids, now, random),
    time: new Date(now).toISOString(),
    event,
    outcome: 'success',
    ...entry,
    sessionId: entry.sessionId ?? notes?.sessionId,
    clientAddress: client?.(),
    userAgent: request?.headers.get('user-agent')?.slice(0, longestUserAgent) || undefined,
  } as const
  const known = Object.entries(record).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as unknown as AuditRecord
}

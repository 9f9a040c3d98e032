import type { IdSequence } from '../crypto/uuid-v7.js'

/** What a process knows about the audit trail of an owner. */
export interface AuditState {
  readonly ids: IdSequence
  /** How many records the sink has not finished yet. */
  pending: number
  /** Whether the sink took too long last time, so that no response waits for it. */
  isSlow: boolean
  /** The refusals of visitors who are not known. */
  readonly strangers: RefusalCount
  /** The refusals that concern a user. */
  readonly users: RefusalCount
}

/** The refusals of one minute. */
export interface RefusalCount {
  /** When the minute began, in milliseconds since the epoch. */
  since: number
  recorded: number
  omitted: number
  /** How many were recorded for each client or user. */
  readonly bySubject: Map<string, number>
}

export function createAuditState(): AuditState {
  return {
    ids: { time: 0, counter: 0 },
    pending: 0,
    isSlow: false,
    strangers: createCount(),
    users: createCount(),
  }
}

function createCount(): RefusalCount {
  return { since: 0, recorded: 0, omitted: 0, bySubject: new Map() }
}

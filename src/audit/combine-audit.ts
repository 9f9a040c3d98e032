import type { AuditSink } from '../model/audit.js'

/**
 * Passes each record to several sinks at once. If one fails, the others still receive the record,
 * and the error is logged.
 */
export function combineAudit(...sinks: readonly AuditSink[]): AuditSink {
  return async (record) => {
    const results = await Promise.allSettled(sinks.map(async (sink) => sink(record)))
    const errors = results.flatMap((result): unknown[] =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    if (errors.length === 0) return
    const message = `${errors.length} of ${sinks.length} audit sinks failed.`
    throw new AggregateError(errors, message, { cause: errors[0] })
  }
}

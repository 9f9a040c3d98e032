import type { AuditSink } from '../model/audit.js'

/**
 * Passes each record to several sinks at once. If one fails, the others still receive the record,
 * and the error is logged. The account page reads the first one that has a list.
 */
export function combineAudit(...sinks: readonly AuditSink[]): AuditSink {
  const sink: AuditSink = async (record) => {
    const results = await Promise.allSettled(sinks.map(async (sink) => sink(record)))
    const errors = results.flatMap((result): unknown[] =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    if (errors.length === 0) return
    const message = `${errors.length} of ${sinks.length} audit sinks failed.`
    throw new AggregateError(errors, message, { cause: errors[0] })
  }
  const trail = sinks.find(({ list }) => list !== undefined)
  return Object.assign(sink, { list: trail?.list?.bind(trail) })
}

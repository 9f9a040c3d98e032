export { combineAudit } from './audit/combine-audit.js'
export {
  kyselyAuditTrail,
  type KyselyAuditOptions,
  type KyselyAuditTrail,
} from './adapters/kysely/audit-trail.js'
export { jsonLines, type TextStream } from './audit/json-lines.js'
export type { AuditEvent, AuditOutcome, AuditQuery, AuditRecord, AuditSink } from './model/audit.js'

export { combineAudit } from './audit/combine-audit.js'
export { jsonLines, type TextStream } from './audit/json-lines.js'
export type { AuditEvent, AuditOutcome, AuditRecord, AuditSink } from './model/audit.js'

import { createRuntime, withRuntime, type AuthConfig } from '../../../src/core.js'
import type { AuditRecord } from '../../../src/model/audit.js'
import { makeApp, type App } from '../../support/apps/app.js'

/** An app that keeps its audit trail in a list. */
export interface AuditedApp extends App {
  readonly records: AuditRecord[]
  /** Moves the clock forward, in milliseconds. */
  readonly pass: (milliseconds: number) => void
}

/** A moment with a fraction of a second. */
export const start = Date.parse('2026-11-17T08:00:00.250Z')

export function makeAuditedApp(overrides: Partial<AuthConfig> = {}): AuditedApp {
  const records: AuditRecord[] = []
  let now = start
  const made = makeApp({ audit: (record) => void records.push(record), ...overrides })
  const runtime = createRuntime({ clock: () => now })
  const config = withRuntime(made.config, runtime)
  return { ...made, config, records, pass: (milliseconds) => void (now += milliseconds) }
}

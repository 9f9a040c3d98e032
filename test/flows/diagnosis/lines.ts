import { expect } from 'vitest'
import type { App } from '../../support/apps/app.js'

/** What an operator must find in one line of the log. */
export interface Diagnosis {
  /** The code of the line. */
  readonly code: string
  /** What is wrong, and where. */
  readonly what: RegExp
  /** What to do about it. */
  readonly cure: RegExp
}

/** Expects one line that says what is wrong, where, and what helps. */
export function expectDiagnosis(
  { logs }: Pick<App, 'logs'>,
  { code, what, cure }: Diagnosis,
  levels: readonly string[] = ['error', 'warn'],
): void {
  const lines = logs
    .filter((line) => line.code === code && levels.includes(line.level))
    .map(({ message: [first] }) => (first instanceof Error ? first.message : String(first)))
  expect(lines).not.toEqual([])
  const [line = ''] = lines
  expect(line).toMatch(what)
  expect(line).toMatch(cure)
  expect(line).not.toContain('\n')
  expect(line.length).toBeLessThan(400)
}

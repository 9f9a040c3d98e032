import { describe, expect, it } from 'vitest'
import { isMissingTable } from '../../../src/store/missing-table.js'

const missing: readonly (readonly [string, object])[] = [
  ['no such table: Session', {}],
  ['relation "sessions" does not exist', {}],
  ["Table 'app.Session' doesn't exist", {}],
  ['The table `main.Session` does not exist in the current database.', {}],
  ["Invalid object name 'Session'.", {}],
  ['failed', { code: '42P01' }],
  ['failed', { code: 'ER_NO_SUCH_TABLE' }],
  ['failed', { errno: 1146 }],
  ['failed', { code: 'P2021' }],
]

const others: readonly (readonly [string, object])[] = [
  ['lock timeout', { code: '55P03' }],
  ['connect ECONNREFUSED 10.0.0.7:5432', { code: 'ECONNREFUSED' }],
  ['column "provider" of relation "sessions" does not exist', { code: '42703' }],
  ['The column `main.Session.provider` does not exist in the current database.', {}],
  ["Cannot read properties of undefined (reading 'rows')", {}],
  ['database is locked', { code: 'SQLITE_BUSY' }],
]

describe('an error about a missing table', () => {
  it.each(missing)('is recognized by its message or code: %s %j', (message, fields) => {
    const cause = Object.assign(new Error(message), fields)
    expect(isMissingTable(cause)).toBe(true)
    expect(isMissingTable(new Error('The query failed.', { cause }))).toBe(true)
  })

  it.each(others)('is not taken for another failure: %s %j', (message, fields) => {
    const cause = Object.assign(new Error(message), fields)
    expect(isMissingTable(new Error('The query failed.', { cause }))).toBe(false)
  })

  it('is not looked for without an end in an error that is its own cause', () => {
    const error = new Error('The query failed.')
    error.cause = error
    expect(isMissingTable(error)).toBe(false)
  })
})

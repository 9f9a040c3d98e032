import { causesOf } from '../errors/causes.js'

/** Error codes with which drivers report that a unique key is taken. */
const codes: ReadonlySet<unknown> = new Set<unknown>([
  '23505',
  'ER_DUP_ENTRY',
  1062,
  'P2002',
  11000,
  'SQLITE_CONSTRAINT',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_UNIQUE',
  1555,
  2067,
  2627,
  2601,
  'ConditionalCheckFailedException',
])

const words = /duplicate|unique|already (?:exists|contains)|exists already|it is taken|conflict/i

/** Whether an error reports that a row with this key exists. Any other failure proves nothing. */
export function isDuplicate(thrown: unknown): boolean {
  for (const error of causesOf(thrown)) {
    const { code, errno, errcode, name } = error as Error & Record<string, unknown>
    if ([code, errno, errcode, name].some((value) => codes.has(value))) return true
    if (words.test(error.message)) return true
  }
  return false
}

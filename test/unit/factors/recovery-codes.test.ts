import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { platformRandom } from '../../../src/crypto/random.js'
import {
  createRecoveryCodes,
  readRecoveryCode,
  recoveryCodeId,
} from '../../../src/factors/recovery-codes.js'

const code = '7K3M0QXA94TRZC8E'

describe('createRecoveryCodes', () => {
  it('returns ten different codes of 80 random bits in groups of four', () => {
    const asked: number[] = []
    const codes = createRecoveryCodes((bytes) => (asked.push(bytes), platformRandom(bytes)))
    expect(asked).toEqual(Array.from({ length: 10 }, () => 10))
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) {
      expect(one).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(readRecoveryCode(one)).toBe(one.replaceAll('-', ''))
    }
  })

  it('writes every bit of the random bytes into the code', () => {
    const [lowest] = createRecoveryCodes((bytes) => new Uint8Array(bytes))
    const [highest] = createRecoveryCodes((bytes) => new Uint8Array(bytes).fill(255))
    expect([lowest, highest]).toEqual(['0000-0000-0000-0000', 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'])
  })
})

describe('readRecoveryCode', () => {
  it.each([
    '7K3M-0QXA-94TR-ZC8E',
    '7k3m 0qxa 94tr zc8e',
    ' 7K3M0QXA94TRZC8E\r\n',
    '7K3M–OQXA—94TR−ZC8E',
    '７Ｋ３Ｍ０ＱＸＡ９４ＴＲＺＣ８Ｅ',
  ])('reads %j', (typed) => {
    expect(readRecoveryCode(typed)).toBe(code)
  })

  it('reads letters that look like digits', () => {
    expect(readRecoveryCode('iIlL-oO11-0000-0000')).toBe('1111001100000000')
  })

  it.each([
    '',
    '7K3M-0QXA-94TR-ZC8',
    '7K3M-0QXA-94TR-ZC8EE',
    '7K3M-0QXA-94TR-ZC8U',
    '7K3M-0QXA-94TR-ZC8_',
    '7K3M-0QXA-94TR-ZC8É',
    `${code}${' '.repeat(256)}`,
    undefined,
    null,
    7,
    [code],
  ])('refuses %j', (typed) => {
    expect(readRecoveryCode(typed)).toBeUndefined()
  })
})

describe('recoveryCodeId', () => {
  it('is the hash of the user and the code, and fits into its column', async () => {
    const hash = createHash('sha256').update('["user-1","7K3M0QXA94TRZC8E"]').digest('hex')
    const id = await recoveryCodeId('user-1', code)
    expect(id).toBe(`recovery:${hash}`)
    expect(id.length).toBeLessThanOrEqual(128)
  })

  it('differs for two users with one code, however their ids are written (FM5)', async () => {
    const ids = await Promise.all([
      recoveryCodeId('a', code),
      recoveryCodeId('b', code),
      recoveryCodeId('a","b', code),
      recoveryCodeId('a7', code.slice(1)),
    ])
    expect(new Set(ids).size).toBe(4)
  })
})

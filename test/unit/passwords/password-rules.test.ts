import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '../../../src/passwords/blocklist.js'
import { findProblem, type PasswordRules } from '../../../src/passwords/password-rules.js'
import { isHashable } from '../../../src/passwords/spellings.js'

const rules: PasswordRules = {
  minLength: 15,
  maxLength: 256,
  isCommon: isCommonPassword,
  isBreached: undefined,
}
const beside = { ...rules, minLength: 8 }
const context = {
  site: 'shop.example',
  email: 'alice.liddell@wonderland.test',
  name: 'Alice Liddell',
}

describe('a new password', () => {
  it.each([
    ['unrelated words', 'tide lantern gravel moss'],
    ['no capitals, digits or signs', 'ocoruthafenlimbu'],
    ['every kind of script', 'парольдлядоступа'],
    ['emoji, which count once each', '🐢🌋🎻🧭🪁🥨🦑🪗🌵🛶🧶🥁🪐🦚🍯'],
    ['spaces at both ends', ' quiet harbour rains '],
    [
      '256 characters',
      Array.from({ length: 64 }, (_, at) =>
        String(at * 7919)
          .padStart(4, 'x')
          .slice(-4),
      ).join(''),
    ],
  ])('may have %s', async (_name, password) => {
    expect(await findProblem(password, rules, context)).toBeUndefined()
  })

  it('is too short with fewer code points than required', async () => {
    expect(await findProblem('tide lantern m', rules, {})).toEqual({
      type: 'too-short',
      length: 15,
    })
    expect(await findProblem('🐢🌋🎻🧭🪁🥨🦑', beside, {})).toEqual({
      type: 'too-short',
      length: 8,
    })
  })

  it('is counted after it was composed', async () => {
    const decomposed = 'a\u0308'.repeat(14)
    expect(await findProblem(decomposed, rules, {})).toEqual({ type: 'too-short', length: 15 })
  })

  it('is refused and not cut if it is too long', async () => {
    expect(await findProblem('xy'.repeat(129), rules, {})).toEqual({
      type: 'too-long',
      length: 256,
    })
  })

  it.each(['tide lantern \ud800 gravel', `k9${'\0'.repeat(14)}`, 'tide lantern\0 gravel'])(
    'is refused if it is not well-formed, or contains a NUL (%j)',
    async (typed) => {
      expect(await findProblem(typed, rules, {})).toEqual({ type: 'not-text' })
    },
  )

  it.each([
    'password',
    'PassWord',
    'iloveyou',
    'passwordpassword',
    'qwertyuiop123456789',
    'dragonfootball',
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'abcdefghijklmnop',
    'zyxwvutsrqponmlk',
    '1234567890123456',
  ])('%s is known', async (password) => {
    expect(await findProblem(password, beside, {})).toEqual({ type: 'known' })
  })

  it('may be common if the app does without the list', async () => {
    const free = { ...beside, isCommon: undefined }
    expect(await findProblem('password', free, {})).toBeUndefined()
  })

  it.each([
    'alice.liddell@wonderland.test',
    'Alice-Liddell-2024',
    'wonderlandshop!!!',
    'LIDDELL alice 12345',
    'Álice Líddell shop',
  ])('%s is guessable from the address, the name or the site', async (password) => {
    expect(await findProblem(password, rules, context)).toEqual({ type: 'guessable' })
  })

  it('may contain a word about the user among others', async () => {
    expect(await findProblem('alice gravel lantern', rules, context)).toBeUndefined()
  })

  it('is looked up among leaked ones only if nothing else is wrong', async () => {
    const asked: string[] = []
    const isBreached = async (password: string) => asked.push(password) > 0
    const strict = { ...rules, isBreached }
    expect(await findProblem('short', strict, {})).toMatchObject({ type: 'too-short' })
    expect(asked).toEqual([])
    expect(await findProblem('tide lantern gravel', strict, {})).toEqual({ type: 'known' })
  })
})

describe('a typed password', () => {
  it.each([
    ['', false],
    ['a', true],
    ['x'.repeat(1024), true],
    ['x'.repeat(1025), false],
    ['€'.repeat(341), true],
    ['€'.repeat(342), false],
    ['a\ud800', false],
    ['\udc00a', false],
  ])('%j can be hashed: %s (FP14)', (password, expected) => {
    expect(isHashable(password)).toBe(expected)
  })
})

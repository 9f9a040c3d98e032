import { describe, expect, it } from 'vitest'
import type { PasswordOptions } from '../../../src/model/password.js'
import { findMistake } from '../../../src/passwords/find-mistake.js'
import { firebase } from '../../support/password-vectors.js'

const key = 'k'.repeat(32)

describe('the options for passwords', () => {
  it.each<PasswordOptions>([
    {},
    { minLength: 8, maxLength: 64, hashesAtOnce: 1, hashesWaiting: 0 },
    { hasher: { scheme: 'scrypt', ln: 14, p: 5 } },
    { hasher: { scheme: 'argon2id' } },
    { hasher: { scheme: 'pbkdf2' } },
    { peppers: [{ id: 'k-1', key }], foreignHashes: { firebase: firebase.parameters } },
  ])('%j are right', (options) => {
    expect(findMistake(options)).toBeUndefined()
  })

  it.each<readonly [PasswordOptions, RegExp]>([
    [{ identifier: 'name' as never }, /identifier/],
    [{ minLength: 7 }, /minLength/],
    [{ minLength: 65 }, /minLength/],
    [{ minLength: Number.NaN }, /minLength/],
    [{ maxLength: 63 }, /maxLength/],
    [{ maxLength: 257 }, /maxLength/],
    [{ hashesAtOnce: 0 }, /hashesAtOnce/],
    [{ hashesWaiting: -1 }, /hashesWaiting/],
    [{ hasher: { scheme: 'scrypt', ln: 18 } }, /above the limits/],
    [{ hasher: { scheme: 'scrypt', ln: 0 } }, /not valid/],
    [{ hasher: { scheme: 'argon2id', memory: 2 ** 21 } }, /above the limits/],
    [{ hasher: { scheme: 'md5' } as never }, /scheme/],
    [{ peppers: [{ id: 'K$', key }] }, /`id` of each pepper/],
    [{ peppers: [{ id: 'k', key: 'short' }] }, /32 characters/],
    [
      {
        peppers: [
          { id: 'k', key },
          { id: 'k', key },
        ],
      },
      /Two peppers/,
    ],
    [{ foreignHashes: { firebase: { ...firebase.parameters, signerKey: '!' } } }, /base64/],
    [{ foreignHashes: { firebase: { ...firebase.parameters, memCost: 31 } } }, /above the limits/],
  ])('%j are refused', (options, message) => {
    expect(findMistake(options)).toMatch(message)
  })
})

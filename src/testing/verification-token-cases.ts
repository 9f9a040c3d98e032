import { base, strict, type CaseRow } from './adapter-case.js'
import {
  expectDate,
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  expectRefusal,
} from './expectations.js'
import {
  cleaning,
  hour,
  isAfterCleaning,
  newToken,
  notableTimes,
  pairOf,
  spoil,
  timeFromNow,
  unique,
} from './rows.js'

/** Cases for verification tokens: creating, and using once. */
export const verificationTokenCases: readonly CaseRow[] = [
  base(
    'useVerificationToken returns the token, nothing added',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      expectEqual(await adapter.useVerificationToken(pairOf(token)), token, 'the used token')
    },
  ),

  base(
    'useVerificationToken gives null the second time',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      await adapter.useVerificationToken(pairOf(token))
      expectNull(await adapter.useVerificationToken(pairOf(token)), 'the token used twice')
    },
  ),

  base(
    'useVerificationToken gives null for another identifier',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const { identifier } = newToken()
      const found = await adapter.useVerificationToken({ identifier, token: token.token })
      expectNull(found, 'the token of another identifier')
    },
  ),

  strict(
    'useVerificationToken gives null for another token',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const { identifier, ...token } = newToken()
      await adapter.createVerificationToken({ identifier, ...token })
      const found = await adapter.useVerificationToken({ identifier, token: unique() })
      expectNothing(found, 'another token of the identifier')
    },
  ),

  strict(
    'a failed use leaves the token',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      await adapter.useVerificationToken({ identifier: unique(), token: token.token })
      await adapter.useVerificationToken({ identifier: token.identifier, token: unique() })
      expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the token')
    },
  ),

  strict(
    'several tokens of one identifier coexist',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const { identifier } = newToken()
      const tokens = [newToken({ identifier }), newToken({ identifier }), newToken({ identifier })]
      for (const token of tokens) await adapter.createVerificationToken(token)
      for (const token of [...tokens].reverse())
        expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the token')
    },
  ),

  strict(
    'one token for two identifiers is two tokens',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const one = newToken()
      const other = newToken({ token: one.token })
      await adapter.createVerificationToken(one)
      await adapter.createVerificationToken(other)
      expectFields(await adapter.useVerificationToken(pairOf(one)), one, 'the first token')
      expectFields(await adapter.useVerificationToken(pairOf(other)), other, 'the second token')
    },
  ),

  strict(
    'the two keys are not run together',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      for (const mark of [':', ',', '/', '|', '","', '_', '\\']) {
        const [identifier, token] = [unique(), unique()]
        await adapter.createVerificationToken(newToken({ identifier, token: `${mark}${token}` }))
        const shifted = { identifier: `${identifier}${mark}`, token }
        expectNothing(
          await adapter.useVerificationToken(shifted),
          `the token with ${mark} in the other key`,
        )
      }
    },
  ),

  strict(
    'createVerificationToken refuses a taken pair and changes nothing',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const again = { ...token, expires: timeFromNow(2 * hour) }
      await expectRefusal(
        () => adapter.createVerificationToken(again),
        'the second token with one pair',
      )
      expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the token')
    },
  ),

  strict(
    'useVerificationToken returns an expired token too',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken({ expires: timeFromNow(-hour) })
      await adapter.createVerificationToken(token)
      expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the expired token')
    },
  ),

  strict(
    'expires is a Date, to the millisecond, as far as 9999',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      for (const expires of notableTimes.filter(isAfterCleaning)) {
        const token = newToken({ expires })
        await adapter.createVerificationToken(token)
        const used = await adapter.useVerificationToken(pairOf(token))
        expectDate(used?.expires, expires, 'expires of the used token')
      }
    },
  ),

  strict(
    'a token given is copied',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      const given = structuredClone(token)
      spoil(await adapter.createVerificationToken(given))
      spoil(given)
      expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the token')
    },
  ),

  strict(
    'consumeVerificationToken does what useVerificationToken does',
    ['createVerificationToken', 'useVerificationToken', 'consumeVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const { identifier } = newToken()
      const wrong = { identifier, token: token.token }
      expectNull(await adapter.consumeVerificationToken(wrong), 'the token of another identifier')
      expectEqual(await adapter.consumeVerificationToken(pairOf(token)), token, 'the token')
      expectNull(await adapter.consumeVerificationToken(pairOf(token)), 'the token consumed twice')
      expectNull(await adapter.useVerificationToken(pairOf(token)), 'the consumed token')
    },
  ),

  strict(
    'deleteExpired removes what expired before the time, and nothing else',
    ['createVerificationToken', 'useVerificationToken', 'deleteExpired'],
    async (adapter) => {
      const before = newToken({ expires: new Date(+cleaning - 1) })
      const at = newToken({ expires: cleaning })
      const later = newToken()
      for (const token of [before, at, later]) await adapter.createVerificationToken(token)
      await adapter.deleteExpired(cleaning)
      expectNothing(await adapter.useVerificationToken(pairOf(before)), 'the token before the time')
      expectFields(await adapter.useVerificationToken(pairOf(at)), at, 'the token at the time')
      expectFields(await adapter.useVerificationToken(pairOf(later)), later, 'the later token')
    },
  ),
]

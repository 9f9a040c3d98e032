import type { AdapterFactor } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import { captureResult, expectEqual, expectFields, expectRefusal } from './expectations.js'
import { newFactor, newUser, rivals, timeFromNow } from './rows.js'

/** Cases for sets of factors, and for calls in parallel. */
export const factorSetCases: readonly CaseRow[] = [
  strict(
    'replaceFactors replaces the factors of that user and type only',
    ['createUser', 'createFactor', 'deleteFactor', 'listFactorsByUserId', 'replaceFactors'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const [old, kept] = [
        newCodes(user.id, 3),
        [newFactor(user.id), newFactor(user.id, { type: 'device' })],
      ]
      const ofOther = newCodes(other.id, 1)
      for (const factor of [...old, ...kept, ...ofOther]) await adapter.createFactor(factor)
      const next = newCodes(user.id, 10)
      await adapter.replaceFactors(user.id, 'recovery-code', next)
      const found = await adapter.listFactorsByUserId(user.id)
      expectEqual(idsOf(found), idsOf([...kept, ...next]), 'the ids of the factors')
      for (const factor of next)
        expectFields(
          found.find(({ id }) => id === factor.id),
          factor,
          'the new factor',
        )
      for (const { id } of old)
        expectEqual(await adapter.deleteFactor(id), false, 'the result for a replaced factor')
      const foundOfOther = await adapter.listFactorsByUserId(other.id)
      expectEqual(idsOf(foundOfOther), idsOf(ofOther), 'the ids of the other user')
      expectEqual(
        await adapter.deleteFactor(next[0]?.id ?? ''),
        true,
        'the result for a new factor',
      )
    },
  ),

  strict(
    'replaceFactors with no factors deletes those of that user and type',
    ['createUser', 'createFactor', 'listFactorsByUserId', 'replaceFactors'],
    async (adapter, { unknownId }) => {
      const { id } = await adapter.createUser(newUser())
      const kept = newFactor(id)
      for (const factor of [kept, newFactor(id, { type: 'device' })])
        await adapter.createFactor(factor)
      await adapter.replaceFactors(id, 'device', [])
      await adapter.replaceFactors(id, 'device', [])
      await adapter.replaceFactors(unknownId(), 'device', [])
      const found = await adapter.listFactorsByUserId(id)
      expectEqual(idsOf(found), [kept.id], 'the ids that are left')
    },
  ),

  strict(
    'replaceFactors changes nothing if an id is taken',
    ['createUser', 'createFactor', 'listFactorsByUserId', 'replaceFactors'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const [old, taken] = [newCodes(user.id, 2), newFactor(other.id)]
      for (const factor of [...old, taken]) await adapter.createFactor(factor)
      const next = [...newCodes(user.id, 2), newFactor(user.id, { ...codeFields, id: taken.id })]
      await expectRefusal(() => adapter.replaceFactors(user.id, 'recovery-code', next), 'the set')
      const found = await adapter.listFactorsByUserId(user.id)
      expectEqual(idsOf(found), idsOf(old), 'the ids of the factors')
      const [first] = await adapter.listFactorsByUserId(other.id)
      expectFields(first, taken, 'the factor of the other user')
    },
  ),

  strict(
    'replaceFactors refuses factors of an unknown user',
    ['listFactorsByUserId', 'replaceFactors'],
    async (adapter, { unknownId }) => {
      const id = unknownId()
      const codes = newCodes(id, 2)
      await expectRefusal(() => adapter.replaceFactors(id, 'recovery-code', codes), 'the set')
      expectEqual(await adapter.listFactorsByUserId(id), [], 'the factors of an unknown user')
    },
  ),

  strict(
    'of 20 factors with one id created at once one is written',
    ['createUser', 'createFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const { id: userId } = await adapter.createUser(newUser())
      const { id } = newFactor(userId)
      const factors = Array.from({ length: rivals }, () => newFactor(userId, { id }))
      const results = await Promise.all(
        factors.map(async (factor) => captureResult(async () => adapter.createFactor(factor))),
      )
      const won = factors.filter((_one, position) => results[position]?.status === 'fulfilled')
      expectEqual(won.length, 1, 'the number of factors written')
      const found = await adapter.listFactorsByUserId(userId)
      expectEqual(found.length, 1, 'the number of factors')
      expectFields(found[0], won[0] ?? {}, 'the factor')
    },
  ),

  strict(
    'of 20 uses of one step at once one is written',
    ['createUser', 'createFactor', 'listFactorsByUserId', 'useFactorStep'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const factor = newFactor(id)
      await adapter.createFactor(factor)
      for (const step of [4, 5]) {
        const uses = Array.from({ length: rivals }, (_, number) => ({
          step,
          lastUsedAt: timeFromNow(number * 1000),
          secret: `sealed ${step} ${number}`,
        }))
        const results = await Promise.all(
          uses.map(async (use) => adapter.useFactorStep(factor.id, use)),
        )
        const won = uses.filter((_use, position) => results[position])
        expectEqual(won.length, 1, 'the number of uses written')
        const [found] = await adapter.listFactorsByUserId(id)
        const { lastUsedAt, secret } = won[0] ?? {}
        expectFields(found, { lastStep: step, lastUsedAt, secret }, 'the factor')
      }
    },
  ),

  strict(
    'of 20 deletions of one factor at once one returns true',
    ['createUser', 'createFactor', 'deleteFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const codes = newCodes(id, 3)
      for (const factor of codes) await adapter.createFactor(factor)
      for (const [position, code] of codes.entries()) {
        const deletions = Array.from({ length: rivals }, async () => adapter.deleteFactor(code.id))
        const won = (await Promise.all(deletions)).filter(Boolean)
        expectEqual(won.length, 1, 'the number of calls that deleted it')
        const found = await adapter.listFactorsByUserId(id)
        expectEqual(idsOf(found), idsOf(codes.slice(position + 1)), 'the ids that are left')
      }
    },
  ),

  strict(
    'of several sets that replace factors at once one remains',
    ['createUser', 'createFactor', 'deleteFactor', 'listFactorsByUserId', 'replaceFactors'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const factor of newCodes(id, 10)) await adapter.createFactor(factor)
      const sets = Array.from({ length: 8 }, () => newCodes(id, 10))
      await Promise.all(
        sets.map(async (codes) => adapter.replaceFactors(id, 'recovery-code', codes)),
      )
      const found = await adapter.listFactorsByUserId(id)
      const winner = sets.find((codes) => codes.some((code) => code.id === found[0]?.id)) ?? []
      expectEqual(idsOf(found), idsOf(winner), 'the ids of the factors')
      expectEqual(found.length, 10, 'the number of factors')
      const first = await adapter.deleteFactor(found[0]?.id ?? '')
      expectEqual(first, true, 'the result for a factor that remains')
    },
  ),

  strict(
    'factors that are written while their user is deleted do not remain',
    ['createUser', 'createFactor', 'deleteUser', 'listFactorsByUserId', 'replaceFactors'],
    async (adapter) => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await adapter.createUser(newUser())
        await Promise.all([
          captureResult(async () => adapter.createFactor(newFactor(id))),
          captureResult(async () => adapter.replaceFactors(id, 'recovery-code', newCodes(id, 3))),
          adapter.deleteUser(id),
        ])
        expectEqual(await adapter.listFactorsByUserId(id), [], 'the factors of the deleted user')
      }
    },
  ),

  strict(
    'a transaction that fails changes no factor',
    ['createUser', 'createFactor', 'listFactorsByUserId', 'transaction'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [factor, code] = [newFactor(id), newFactor(id, codeFields)]
      for (const one of [factor, code]) await adapter.createFactor(one)
      const failing = adapter.transaction(async (inside) => {
        await inside.useFactorStep?.(factor.id, { step: 1, lastUsedAt: timeFromNow(0) })
        await inside.deleteFactor?.(code.id)
        await inside.createFactor?.(newFactor(id))
        await inside.replaceFactors?.(id, 'totp', [newFactor(id)])
        const changed = await inside.listFactorsByUserId?.(id)
        expectEqual(changed?.length, 1, 'the number of factors inside the transaction')
        throw new Error('To be rolled back.')
      })
      await expectRefusal(() => failing, 'the transaction')
      const found = await adapter.listFactorsByUserId(id)
      expectEqual(idsOf(found), idsOf([factor, code]), 'the ids of the factors')
      expectFields(
        found.find((one) => one.id === factor.id),
        factor,
        'the factor',
      )
    },
  ),
]

const codeFields = { type: 'recovery-code', name: null, secret: null } as const

function newCodes(userId: string, count: number): AdapterFactor[] {
  return Array.from({ length: count }, () => newFactor(userId, codeFields))
}

function idsOf(factors: readonly AdapterFactor[]): string[] {
  return factors.map(({ id }) => id).sort()
}

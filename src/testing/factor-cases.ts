import { strict, type CaseRow } from './adapter-case.js'
import { expectDate, expectEqual, expectFields, expectRefusal } from './expectations.js'
import {
  cleaning,
  hour,
  isAfterCleaning,
  newFactor,
  newSession,
  newUser,
  notableTimes,
  spoil,
  timeFromNow,
  unique,
} from './rows.js'

/** Ids that a careless comparison takes for this one. */
export function idsLike(id: string): readonly string[] {
  return [id.toUpperCase(), `${id} `, ` ${id}`, id.slice(0, -1), `${id}\0`]
}

/** Cases for second factors, recovery codes and remembered browsers, one row at a time. */
export const factorCases: readonly CaseRow[] = [
  strict(
    'createFactor inserts a factor, and listFactorsByUserId finds it',
    ['createUser', 'createFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const types = ['totp', 'email', 'recovery-code', 'device', 'deletion'] as const
      for (const type of types) {
        const { id } = await adapter.createUser(newUser())
        const bare = { type, name: null, secret: null }
        for (const factor of [
          newFactor(id, bare),
          newFactor(id, {
            type,
            lastStep: 7,
            lastUsedAt: timeFromNow(0),
            expires: timeFromNow(hour),
          }),
        ]) {
          await adapter.createFactor(factor)
          const found = await adapter.listFactorsByUserId(id)
          const same = found.find((one) => one.id === factor.id)
          expectFields(same, factor, 'the factor')
        }
      }
    },
  ),

  strict(
    'listFactorsByUserId gives the factors of the user, expired ones too, and no others',
    ['createUser', 'createFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const own = [newFactor(user.id), newFactor(user.id, { expires: timeFromNow(-2 * hour) })]
      for (const factor of [...own, newFactor(other.id)]) await adapter.createFactor(factor)
      const found = await adapter.listFactorsByUserId(user.id)
      const ids = found.map(({ id }) => id).sort()
      expectEqual(ids, own.map(({ id }) => id).sort(), 'the ids of the factors')
    },
  ),

  strict(
    'listFactorsByUserId gives an empty list for a user without factors',
    ['createUser', 'listFactorsByUserId'],
    async (adapter, { unknownId }) => {
      const { id } = await adapter.createUser(newUser())
      expectEqual(await adapter.listFactorsByUserId(id), [], 'the factors')
      const found = await adapter.listFactorsByUserId(unknownId())
      expectEqual(found, [], 'the factors of an unknown user')
    },
  ),

  strict(
    'createFactor refuses an id that a user has',
    ['createUser', 'createFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const factor = newFactor(user.id)
      await adapter.createFactor(factor)
      for (const userId of [user.id, other.id]) {
        const second = newFactor(userId, { id: factor.id, type: 'device' })
        await expectRefusal(() => adapter.createFactor(second), 'the second factor')
      }
      const [kept] = await adapter.listFactorsByUserId(user.id)
      expectFields(kept, factor, 'the first factor')
      expectEqual(await adapter.listFactorsByUserId(other.id), [], 'the factors of the other user')
    },
  ),

  strict(
    'createFactor refuses an unknown user',
    ['createFactor', 'listFactorsByUserId'],
    async (adapter, { unknownId }) => {
      const id = unknownId()
      await expectRefusal(() => adapter.createFactor(newFactor(id)), 'the factor')
      expectEqual(await adapter.listFactorsByUserId(id), [], 'the factors of an unknown user')
    },
  ),

  strict(
    'useFactorStep writes the step and the time of that factor only',
    ['createUser', 'createFactor', 'useFactorStep', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [factor, other] = [newFactor(id), newFactor(id)]
      for (const one of [factor, other]) await adapter.createFactor(one)
      // Time steps of half a minute do not fit into 32 bits for ever.
      for (const step of [1, 58_000_000, 5_000_000_000]) {
        const lastUsedAt = timeFromNow(step % 7)
        const isWritten = await adapter.useFactorStep(factor.id, { step, lastUsedAt })
        expectEqual(isWritten, true, 'the result')
        const found = await adapter.listFactorsByUserId(id)
        const used = { ...factor, lastStep: step, lastUsedAt }
        expectFields(
          found.find((one) => one.id === factor.id),
          used,
          'the factor',
        )
        expectFields(
          found.find((one) => one.id === other.id),
          other,
          'the other factor',
        )
      }
    },
  ),

  strict(
    'useFactorStep replaces the secret if one is given',
    ['createUser', 'createFactor', 'useFactorStep', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const factor = newFactor(id)
      await adapter.createFactor(factor)
      const use = { step: 3, lastUsedAt: timeFromNow(0), secret: `sealed ${unique()}` }
      await adapter.useFactorStep(factor.id, use)
      const [found] = await adapter.listFactorsByUserId(id)
      expectEqual(found?.secret, use.secret, 'the secret')
    },
  ),

  strict(
    'useFactorStep changes nothing unless the step is later than the last one',
    ['createUser', 'createFactor', 'useFactorStep', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const factor = newFactor(id, { lastStep: 100 })
      await adapter.createFactor(factor)
      // Compared as texts, 99 would be later.
      for (const step of [100, 99, 1, 0]) {
        const use = { step, lastUsedAt: timeFromNow(0), secret: 'another' }
        expectEqual(await adapter.useFactorStep(factor.id, use), false, 'the result')
      }
      const [found] = await adapter.listFactorsByUserId(id)
      expectFields(found, factor, 'the factor')
    },
  ),

  strict(
    'useFactorStep gives false for an unknown id',
    ['createUser', 'createFactor', 'useFactorStep', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const factor = newFactor(id, { id: `a${unique()}` })
      await adapter.createFactor(factor)
      const use = { step: 5, lastUsedAt: timeFromNow(0) }
      for (const other of [unique(), ...idsLike(factor.id)])
        expectEqual(await adapter.useFactorStep(other, use), false, 'the result')
      const [found] = await adapter.listFactorsByUserId(id)
      expectFields(found, factor, 'the factor')
    },
  ),

  strict(
    'deleteFactor deletes that factor only, and gives false for an unknown one',
    ['createUser', 'createFactor', 'deleteFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [factor, other] = [newFactor(id, { id: `a${unique()}` }), newFactor(id)]
      for (const one of [factor, other]) await adapter.createFactor(one)
      for (const like of [unique(), ...idsLike(factor.id)])
        expectEqual(await adapter.deleteFactor(like), false, 'the result for an unknown id')
      expectEqual(await adapter.deleteFactor(factor.id), true, 'the result')
      expectEqual(await adapter.deleteFactor(factor.id), false, 'the second result')
      const found = await adapter.listFactorsByUserId(id)
      expectEqual(
        found.map((one) => one.id),
        [other.id],
        'the ids that are left',
      )
    },
  ),

  strict(
    'deleteUser removes the factors of the user',
    [
      'createUser',
      'createFactor',
      'deleteFactor',
      'deleteUser',
      'listFactorsByUserId',
      'useFactorStep',
    ],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const [factor, kept] = [newFactor(user.id), newFactor(other.id)]
      for (const one of [factor, kept]) await adapter.createFactor(one)
      await adapter.deleteUser(user.id)
      const late = { step: 9, lastUsedAt: timeFromNow(0) }
      expectEqual(await adapter.useFactorStep(factor.id, late), false, 'the result of a late use')
      expectEqual(await adapter.deleteFactor(factor.id), false, 'the result of a late deletion')
      expectEqual(await adapter.listFactorsByUserId(user.id), [], 'the factors')
      const [found] = await adapter.listFactorsByUserId(other.id)
      expectFields(found, kept, 'the factor of the other user')
    },
  ),

  strict(
    'deleteExpired removes factors that expired before the time, and no others',
    ['createUser', 'createFactor', 'deleteExpired', 'listFactorsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const before = newFactor(id, { type: 'device', expires: new Date(+cleaning - hour) })
      const after = newFactor(id, { type: 'device', expires: new Date(+cleaning + hour) })
      const endless = newFactor(id)
      for (const factor of [before, after, endless]) await adapter.createFactor(factor)
      await adapter.deleteExpired(cleaning)
      const ids = (await adapter.listFactorsByUserId(id)).map((one) => one.id).sort()
      expectEqual(ids, [after.id, endless.id].sort(), 'the ids that are left')
    },
  ),

  strict(
    'the dates of a factor are Dates, to the millisecond',
    ['createUser', 'createFactor', 'listFactorsByUserId', 'useFactorStep'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const time of notableTimes) {
        const expires = isAfterCleaning(time) ? time : null
        const factor = newFactor(id, { createdAt: time, expires })
        await adapter.createFactor(factor)
        await adapter.useFactorStep(factor.id, { step: 1, lastUsedAt: time })
        const found = (await adapter.listFactorsByUserId(id)).find((one) => one.id === factor.id)
        expectDate(found?.createdAt, time, 'createdAt')
        expectDate(found?.lastUsedAt, time, 'lastUsedAt')
        if (expires) expectDate(found?.expires, expires, 'expires')
      }
    },
  ),

  strict(
    'long ids, names and secrets come back',
    ['createUser', 'createFactor', 'deleteFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const { id: userId } = await adapter.createUser(newUser())
      const id = `recovery:${unique()}`.padEnd(128, 'aB/+.:')
      const name = 'Mozilla/5.0 '.padEnd(256, 'é')
      const factor = newFactor(userId, { id, name, secret: 'aB-_.'.repeat(205).slice(0, 1024) })
      await adapter.createFactor(factor)
      const [found] = await adapter.listFactorsByUserId(userId)
      expectFields(found, factor, 'the factor')
      expectEqual(await adapter.deleteFactor(id), true, 'the result')
    },
  ),

  strict(
    'factors given and returned are copies',
    ['createUser', 'createFactor', 'listFactorsByUserId', 'replaceFactors'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [factor, device] = [newFactor(id), newFactor(id, { type: 'device' })]
      const given = [structuredClone(factor), structuredClone(device)] as const
      await adapter.createFactor(given[0])
      await adapter.replaceFactors(id, 'device', [given[1]])
      for (const row of [...given, ...(await adapter.listFactorsByUserId(id))]) spoil(row)
      const found = await adapter.listFactorsByUserId(id)
      for (const row of [factor, device])
        expectFields(
          found.find((one) => one.id === row.id),
          row,
          'the factor',
        )
    },
  ),

  strict(
    'the time and the methods of an authentication are listed with the session',
    ['createUser', 'createSession', 'listFactorsByUserId', 'listSessionsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const authentication = {
        authenticatedAt: new Date('2001-09-09T01:46:40.001Z'),
        amr: 'pwd otp mfa'.padEnd(256, ' x'),
      }
      const [proven, plain] = [newSession(id, authentication), newSession(id)]
      for (const session of [proven, plain]) await adapter.createSession(session)
      const listed = await adapter.listSessionsByUserId(id)
      const found = listed.find((one) => one.sessionToken === proven.sessionToken)
      expectFields(found, proven, 'the listed session')
      const other = listed.find((one) => one.sessionToken === plain.sessionToken)
      expectEqual(other?.amr ?? null, null, 'the methods of the other session')
      expectEqual(other?.authenticatedAt ?? null, null, 'the time of the other session')
    },
  ),

  strict(
    'the beginning of time is a time of an authentication, and not none',
    ['createUser', 'createSession', 'listFactorsByUserId', 'listSessionsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const session = newSession(id, { authenticatedAt: new Date(0) })
      await adapter.createSession(session)
      const [found] = await adapter.listSessionsByUserId(id)
      expectFields(found, session, 'the listed session')
    },
  ),

  strict(
    'listDueDeletions gives the users with a deletion whose time has passed, and no others',
    ['createUser', 'createFactor', 'replaceFactors', 'listDueDeletions', 'deleteFactor'],
    async (adapter) => {
      const now = timeFromNow(0)
      const before = timeFromNow(-hour)
      const [due, later, kept, other] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ]
      const deletion = { type: 'deletion', lastUsedAt: before } as const
      const rows = [
        newFactor(later.id, { type: 'deletion', lastUsedAt: now }),
        newFactor(kept.id, deletion),
        newFactor(other.id, { type: 'device', lastUsedAt: before }),
      ]
      await adapter.replaceFactors(due.id, 'deletion', [newFactor(due.id, deletion)])
      for (const row of rows) await adapter.createFactor(row)
      await adapter.deleteFactor(rows[1]?.id ?? '')
      const own = new Set([due.id, later.id, kept.id, other.id])
      const find = async (): Promise<readonly string[]> =>
        (await adapter.listDueDeletions(now)).filter((id) => own.has(id))
      expectEqual(await find(), [due.id], 'the ids of the users')
      // The user has asked again after the row was removed.
      await adapter.createFactor(newFactor(kept.id, deletion))
      expectEqual([...(await find())].sort(), [due.id, kept.id].sort(), 'the ids of the users')
    },
  ),

  strict(
    'listDueDeletions gives a deletion until its user is deleted, also after a use of it',
    ['createUser', 'createFactor', 'useFactorStep', 'listDueDeletions', 'deleteUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const factor = newFactor(id, { type: 'deletion', lastUsedAt: timeFromNow(-2 * hour) })
      await adapter.createFactor(factor)
      await adapter.useFactorStep(factor.id, { step: 1, lastUsedAt: timeFromNow(-hour) })
      const isListed = async (now = timeFromNow(0)): Promise<boolean> =>
        (await adapter.listDueDeletions(now)).includes(id)
      expectEqual(await isListed(), true, 'whether the user is listed')
      await adapter.useFactorStep(factor.id, { step: 2, lastUsedAt: timeFromNow(hour) })
      expectEqual(await isListed(), false, 'whether the user is listed before a moved date')
      const later = timeFromNow(2 * hour)
      expectEqual(await isListed(later), true, 'whether the user is listed after a moved date')
      await adapter.deleteUser(id)
      expectEqual(await isListed(later), false, 'whether the deleted user is listed')
    },
  ),
]

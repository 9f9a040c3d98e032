import { base, strict, type CaseRow } from './adapter-case.js'
import {
  expectDate,
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  expectRefusal,
  captureResult,
} from './expectations.js'
import {
  cleaning,
  hour,
  isAfterCleaning,
  newSession,
  newUser,
  notableTimes,
  spoil,
  timeFromNow,
  unique,
} from './rows.js'

/** Cases for sessions: creating, reading with the user, updating and deleting. */
export const sessionCases: readonly CaseRow[] = [
  base('createSession returns the row', ['createUser', 'createSession'], async (adapter) => {
    const session = newSession((await adapter.createUser(newUser())).id)
    expectFields(await adapter.createSession(session), session, 'the created session')
  }),

  base(
    'getSessionAndUser reads a session with its user',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'the session')
      expectFields(found?.user, user, 'the user')
    },
  ),

  base(
    'getSessionAndUser gives null for an unknown token',
    ['getSessionAndUser'],
    async (adapter) => {
      expectNull(await adapter.getSessionAndUser(unique()), 'the unknown session')
    },
  ),

  base(
    'updateSession changes when a session expires',
    ['createUser', 'createSession', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const session = newSession((await adapter.createUser(newUser())).id)
      const { sessionToken } = await adapter.createSession(session)
      const expires = timeFromNow(hour)
      await adapter.updateSession({ sessionToken, expires })
      const found = await adapter.getSessionAndUser(sessionToken)
      expectFields(found?.session, { ...session, expires }, 'the session')
    },
  ),

  base(
    'deleteSession removes a session and leaves the user',
    ['createUser', 'createSession', 'deleteSession', 'getSessionAndUser', 'getUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user.id))
      await adapter.deleteSession(sessionToken)
      expectNothing(await adapter.getSessionAndUser(sessionToken), 'the deleted session')
      expectFields(await adapter.getUser(user.id), user, 'the user')
    },
  ),

  strict(
    'createSession refuses a taken token and changes nothing',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      const second = newSession(other.id, { sessionToken: session.sessionToken })
      await expectRefusal(() => adapter.createSession(second), 'the second session with one token')
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'the session')
      expectFields(found?.user, user, 'the user')
    },
  ),

  strict(
    'a session without its user is no session',
    ['createSession', 'getSessionAndUser'],
    async (adapter, { unknownId }) => {
      const session = newSession(unknownId())
      await captureResult(() => adapter.createSession(session))
      expectNothing(
        await adapter.getSessionAndUser(session.sessionToken),
        'the session without a user',
      )
    },
  ),

  strict(
    'getSessionAndUser returns an expired session too',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id, { expires: timeFromNow(-hour) })
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'the expired session')
    },
  ),

  strict(
    'expires is a Date, to the millisecond, as far as 9999',
    ['createUser', 'createSession', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const expires of notableTimes.filter(isAfterCleaning)) {
        const { sessionToken, ...created } = await adapter.createSession(
          newSession(id, { expires }),
        )
        expectDate(created.expires, expires, 'expires of the created session')
        const found = await adapter.getSessionAndUser(sessionToken)
        expectDate(found?.session.expires, expires, 'expires of the session')
        const earlier = new Date(+expires - 1)
        await adapter.updateSession({ sessionToken, expires: earlier })
        const updated = await adapter.getSessionAndUser(sessionToken)
        expectDate(updated?.session.expires, earlier, 'expires of the updated session')
      }
    },
  ),

  strict(
    'updateSession returns the whole row',
    ['createUser', 'createSession', 'updateSession'],
    async (adapter) => {
      const session = newSession((await adapter.createUser(newUser())).id)
      await adapter.createSession(session)
      const { sessionToken } = session
      const expires = timeFromNow(hour)
      const updated = await adapter.updateSession({ sessionToken, expires })
      expectFields(updated, { ...session, expires }, 'the updated session')
    },
  ),

  strict(
    'updateSession leaves a field that is undefined',
    ['createUser', 'createSession', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const session = newSession((await adapter.createUser(newUser())).id)
      const { sessionToken } = await adapter.createSession(session)
      const undefinedFields: object = { userId: undefined, expires: undefined }
      await adapter.updateSession({ sessionToken, ...undefinedFields })
      const found = await adapter.getSessionAndUser(sessionToken)
      expectFields(found?.session, session, 'the session')
    },
  ),

  strict(
    'updateSession changes that session only',
    ['createUser', 'createSession', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [one, other] = [newSession(id), newSession(id)]
      await adapter.createSession(one)
      await adapter.createSession(other)
      await adapter.updateSession({ sessionToken: one.sessionToken, expires: timeFromNow(hour) })
      const found = await adapter.getSessionAndUser(other.sessionToken)
      expectFields(found?.session, other, 'the other session')
    },
  ),

  strict(
    'updateSession gives null for an unknown token and creates nothing',
    ['createUser', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const session = newSession((await adapter.createUser(newUser())).id)
      expectNothing(await adapter.updateSession(session), 'the update of an unknown session')
      expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'the unknown session')
    },
  ),

  strict(
    'deleteSession returns the row that it deleted',
    ['createUser', 'createSession', 'deleteSession'],
    async (adapter) => {
      const session = newSession((await adapter.createUser(newUser())).id)
      await adapter.createSession(session)
      expectFields(
        await adapter.deleteSession(session.sessionToken),
        session,
        'the deleted session',
      )
    },
  ),

  strict(
    'deleteSession gives null the second time',
    ['createUser', 'createSession', 'deleteSession'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(id))
      await adapter.deleteSession(sessionToken)
      expectNothing(await adapter.deleteSession(sessionToken), 'what was deleted the second time')
      expectNothing(await adapter.deleteSession(unique()), 'what was deleted of the unknown')
    },
  ),

  strict(
    'a user has any number of sessions, each on its own',
    ['createUser', 'createSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessions = [newSession(id), newSession(id), newSession(id)]
      for (const session of sessions) await adapter.createSession(session)
      await adapter.deleteSession(sessions[0]?.sessionToken ?? '')
      const found = await Promise.all(
        sessions.map(async ({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
      )
      const tokens = found.map((one) => one?.session.sessionToken)
      const wanted = [undefined, sessions[1]?.sessionToken, sessions[2]?.sessionToken]
      expectEqual(tokens, wanted, 'the sessions that are left')
    },
  ),

  strict(
    'deleteExpired removes what expired before the time, and nothing else',
    ['createUser', 'createSession', 'deleteExpired', 'getSessionAndUser', 'getUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [before, at] = [
        newSession(user.id, { expires: new Date(+cleaning - 1) }),
        newSession(user.id, { expires: cleaning }),
      ]
      const later = newSession(user.id)
      for (const session of [before, at, later]) await adapter.createSession(session)
      await adapter.deleteExpired(cleaning)
      expectNothing(
        await adapter.getSessionAndUser(before.sessionToken),
        'the session before the time',
      )
      const kept = await adapter.getSessionAndUser(at.sessionToken)
      expectFields(kept?.session, at, 'the session that expires at the time')
      const current = await adapter.getSessionAndUser(later.sessionToken)
      expectFields(current?.session, later, 'the later session')
      expectFields(await adapter.getUser(user.id), user, 'the user')
    },
  ),

  strict(
    'sessions given and returned are copies',
    ['createUser', 'createSession', 'getSessionAndUser', 'updateSession'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      const { sessionToken } = session
      const given = structuredClone(session)
      spoil(await adapter.createSession(given))
      spoil(given)
      const read = await adapter.getSessionAndUser(sessionToken)
      spoil(read?.session)
      spoil(read?.user)
      spoil(await adapter.updateSession({ sessionToken }))
      const found = await adapter.getSessionAndUser(sessionToken)
      expectFields(found?.session, session, 'the session')
      expectFields(found?.user, user, 'the user')
    },
  ),
]

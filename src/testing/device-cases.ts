import type { Adapter, AdapterSession } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import {
  expectDate,
  expectEqual,
  expectFields,
  expectNothing,
  captureResult,
} from './expectations.js'
import { hour, newSession, newUser, notableTimes, spoil, timeFromNow, unique } from './rows.js'

/** Cases for listing a user's sessions and ending them. */
export const deviceCases: readonly CaseRow[] = [
  strict(
    'listSessionsByUserId gives the sessions of the user, expired ones too, and no others',
    ['createUser', 'createSession', 'deleteSession', 'listSessionsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const [current, expired, gone] = [
        newSession(user.id),
        newSession(user.id, { expires: timeFromNow(-hour) }),
        newSession(user.id),
      ]
      for (const session of [current, expired, gone, newSession(other.id)])
        await adapter.createSession(session)
      await adapter.deleteSession(gone.sessionToken)
      const found = await adapter.listSessionsByUserId(user.id)
      expectEqual(found.length, 2, 'the number of sessions')
      for (const session of [current, expired]) {
        const same = found.find((one) => one.sessionToken === session.sessionToken)
        expectFields(same, session, 'the session')
      }
    },
  ),

  strict(
    'listSessionsByUserId gives an empty list if there are none',
    ['createUser', 'listSessionsByUserId'],
    async (adapter, { unknownId }) => {
      const user = await adapter.createUser(newUser())
      expectEqual(await adapter.listSessionsByUserId(user.id), [], 'the sessions')
      expectEqual(
        await adapter.listSessionsByUserId(unknownId()),
        [],
        'the sessions of an unknown user',
      )
    },
  ),

  strict(
    'the details of a session come back',
    ['createUser', 'createSession', 'updateSession', 'listSessionsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const session = newSession(id, {
        createdAt: new Date('2001-09-09T01:46:40.001Z'),
        userAgent: 'Mozilla/5.0 '.padEnd(256, 'é'),
        provider: 'example',
        providerSessionId: unique(),
      })
      await adapter.createSession(session)
      const [found] = await adapter.listSessionsByUserId(id)
      expectFields(found, session, 'the session')
      const expires = timeFromNow(hour)
      await adapter.updateSession({ sessionToken: session.sessionToken, expires })
      const [renewed] = await adapter.listSessionsByUserId(id)
      expectFields(renewed, { ...session, expires }, 'the renewed session')
    },
  ),

  strict(
    'createdAt is a Date, to the millisecond, from 1970 to 9999',
    ['createUser', 'createSession', 'listSessionsByUserId'],
    async (adapter) => {
      for (const createdAt of notableTimes) {
        const { id } = await adapter.createUser(newUser())
        await adapter.createSession(newSession(id, { createdAt }))
        const [found] = await adapter.listSessionsByUserId(id)
        expectDate(found?.createdAt, createdAt, 'createdAt')
      }
    },
  ),

  strict(
    'a session without details has none',
    ['createUser', 'createSession', 'listSessionsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const none = { createdAt: null, userAgent: null, provider: null, providerSessionId: null }
      for (const session of [newSession(id), newSession(id, none)])
        await adapter.createSession(session)
      for (const session of await adapter.listSessionsByUserId(id)) {
        expectNothing(session.createdAt, 'createdAt')
        expectNothing(session.userAgent, 'userAgent')
        expectNothing(session.provider, 'provider')
        expectNothing(session.providerSessionId, 'providerSessionId')
      }
    },
  ),

  strict(
    'listed sessions are copies',
    ['createUser', 'createSession', 'listSessionsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const session = newSession(id, { createdAt: timeFromNow(0) })
      await adapter.createSession(session)
      spoil((await adapter.listSessionsByUserId(id))[0])
      const [found] = await adapter.listSessionsByUserId(id)
      expectFields(found, session, 'the session')
    },
  ),

  strict(
    'deleteSessionsByUserId removes every session of the user and no others',
    ['createUser', 'createSession', 'deleteSessionsByUserId', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const sessions = [newSession(user.id), newSession(user.id), newSession(other.id)]
      for (const session of sessions) await adapter.createSession(session)
      await adapter.deleteSessionsByUserId(user.id)
      const left = await stillThere(adapter, sessions)
      expectEqual(left, [false, false, true], 'which sessions are left')
    },
  ),

  strict(
    'deleteSessionsByUserId spares the excepted session',
    ['createUser', 'createSession', 'deleteSessionsByUserId', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const sessions = [newSession(user.id), newSession(user.id), newSession(user.id)]
      for (const session of sessions) await adapter.createSession(session)
      await adapter.deleteSessionsByUserId(user.id, sessions[1]?.sessionToken)
      expectEqual(
        await stillThere(adapter, sessions),
        [false, true, false],
        'which sessions are left',
      )
      await adapter.deleteSessionsByUserId(user.id, unique())
      expectEqual(
        await stillThere(adapter, sessions),
        [false, false, false],
        'which sessions are left',
      )
    },
  ),

  strict(
    'deleteSessionsByUserId does nothing if there are none',
    ['deleteSessionsByUserId'],
    async (adapter, { unknownId }) => {
      await adapter.deleteSessionsByUserId(unknownId())
      await adapter.deleteSessionsByUserId(unknownId(), unique())
    },
  ),

  strict(
    'deleteSessionsByProviderSession removes the sessions with both keys and no others',
    ['createUser', 'createSession', 'deleteSessionsByProviderSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const [provider, providerSessionId] = [`provider ${unique()}`, unique()]
      const sessions = [
        newSession(user.id, { provider, providerSessionId }),
        newSession(other.id, { provider, providerSessionId }),
        newSession(user.id, { provider, providerSessionId: unique() }),
        newSession(user.id, { provider: 'other', providerSessionId }),
        newSession(user.id, { provider }),
        newSession(user.id),
      ]
      for (const session of sessions) await adapter.createSession(session)
      await adapter.deleteSessionsByProviderSession({ provider, providerSessionId })
      const left = await stillThere(adapter, sessions)
      expectEqual(left, [false, false, true, true, true, true], 'which sessions are left')
    },
  ),

  strict(
    'deleteSessionsByProviderSession takes no session for one with null',
    ['createUser', 'createSession', 'deleteSessionsByProviderSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const provider = `provider ${unique()}`
      const sessions = [newSession(id), newSession(id, { provider, providerSessionId: null })]
      for (const session of sessions) await adapter.createSession(session)
      const none = { providerSessionId: null }
      await captureResult(() => adapter.deleteSessionsByProviderSession({ provider, ...none }))
      await captureResult(() =>
        adapter.deleteSessionsByProviderSession({ provider: null, ...none }),
      )
      expectEqual(await stillThere(adapter, sessions), [true, true], 'which sessions are left')
    },
  ),

  strict(
    'deleteSessionsByProviderSession does nothing if there are none',
    ['deleteSessionsByProviderSession'],
    async (adapter) => {
      await adapter.deleteSessionsByProviderSession({
        provider: 'none',
        providerSessionId: unique(),
      })
    },
  ),
]

async function stillThere(
  adapter: Required<Pick<Adapter, 'getSessionAndUser'>>,
  sessions: readonly AdapterSession[],
): Promise<boolean[]> {
  const left: boolean[] = []
  for (const { sessionToken } of sessions)
    left.push((await adapter.getSessionAndUser(sessionToken)) !== null)
  return left
}

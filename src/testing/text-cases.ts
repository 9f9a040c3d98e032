import { strict, type CaseRow } from './adapter-case.js'
import { expectFields, expectNothing, captureResult } from './expectations.js'
import {
  keysOf,
  newAccount,
  newAuthenticator,
  newSession,
  newToken,
  newUser,
  pairOf,
  unique,
} from './rows.js'

/** Texts with characters that are special in SQL, JSON or file systems. */
const specialTexts: readonly string[] = [
  `it's "quoted" \`twice\``,
  `'; drop table users; -- `,
  `\\' or '1'='1`,
  '100%_[a-z]*?',
  '\\x00 \\u0000 \\',
  '$1 ${x} {{x}} {x} :x @x ?',
  'a:b:{c}/d|e,f#g',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '0',
  '-1e3',
  '1e999',
  '[object Object]',
  '{"$ne":null}',
  'true',
  'tab\tline\nreturn\rend',
  '👩‍👩‍👧‍👦 🏴‍☠️ \u{10ffff}',
  'עִבְרִית \u202egnirts\u202c العربية',
  '\ufeffmark\u200b\u00ad',
  ' leading and trailing ',
]

/** Pairs that a lenient comparison treats as equal. */
const lookalikes: readonly (readonly [one: string, other: string])[] = [
  ['case', 'CASE'],
  ['space', 'space '],
  ['space', ' space'],
  ['accent', 'áccent'],
  ['caf\u00e9', 'cafe\u0301'],
  ['\u212bngstr\u00f6m', '\u00c5ngstr\u00f6m'],
  ['stra\u00dfe', 'strasse'],
  ['\u0131', 'i'],
  ['😀', '😁'],
  ['width', 'ｗｉｄｔｈ'],
  ['joined', 'joi\u200bned'],
  ['under_score', 'underXscore'],
  ['per%cent', 'perXXcent'],
  ['st*r', 'star'],
  ['1', '01'],
  ['1', '1.0'],
  ['part', 'part of it'],
]

/** Cases for text: it is returned unchanged, and only identical texts are equal. */
export const textCases: readonly CaseRow[] = [
  strict(
    'users keep special text',
    ['createUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      for (const text of specialTexts) {
        const user = newUser({ name: text, image: text, email: `${text}${unique()}${text}` })
        const { id } = await adapter.createUser(user)
        const wanted = { ...user, id }
        expectFields(await adapter.getUser(id), wanted, 'the user')
        expectFields(await adapter.getUserByEmail(user.email), wanted, 'the user by address')
      }
    },
  ),

  strict(
    'accounts keep special text',
    ['createUser', 'linkAccount', 'getUserByAccount', 'getAccount', 'unlinkAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const text of specialTexts) {
        const fields = { access_token: text, scope: text, session_state: text }
        const one = newAccount(id, { provider: unique(), providerAccountId: text, ...fields })
        const other = newAccount(id, { provider: text, providerAccountId: unique(), ...fields })
        for (const account of [one, other]) {
          await adapter.linkAccount(account)
          const { provider, providerAccountId } = account
          expectFields(
            await adapter.getAccount(providerAccountId, provider),
            account,
            'the account',
          )
          expectFields(await adapter.getUserByAccount(keysOf(account)), { id }, 'its user')
          await adapter.unlinkAccount(keysOf(account))
          expectNothing(await adapter.getUserByAccount(keysOf(account)), 'the user after unlinking')
        }
      }
    },
  ),

  strict(
    'sessions keep special text',
    ['createUser', 'createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const text of specialTexts) {
        const session = newSession(id, { sessionToken: `${text}${unique()}${text}` })
        const { sessionToken } = session
        await adapter.createSession(session)
        await adapter.updateSession({ sessionToken, expires: session.expires })
        const found = await adapter.getSessionAndUser(sessionToken)
        expectFields(found?.session, session, 'the session')
        await adapter.deleteSession(sessionToken)
        expectNothing(await adapter.getSessionAndUser(sessionToken), 'the deleted session')
      }
    },
  ),

  strict(
    'verification tokens keep special text',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      for (const text of specialTexts) {
        for (const fields of [{ identifier: text }, { token: text }]) {
          const token = newToken(fields)
          await adapter.createVerificationToken(token)
          expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the token')
          expectNothing(await adapter.useVerificationToken(pairOf(token)), 'the token used twice')
        }
      }
    },
  ),

  strict(
    'nothing is found under a name that every object has, or by a wildcard',
    ['getUserByEmail', 'getSessionAndUser', 'getUserByAccount', 'useVerificationToken'],
    async (adapter) => {
      for (const name of ['__proto__', 'constructor', 'toString', '', '%', '_', '*', '.*', '?']) {
        expectNothing(await adapter.getUserByEmail(name), `the user ${name}`)
        expectNothing(await adapter.getSessionAndUser(name), `the session ${name}`)
        const keys = { provider: name, providerAccountId: name }
        expectNothing(await adapter.getUserByAccount(keys), `the user of account ${name}`)
        const pair = { identifier: name, token: name }
        expectNothing(await adapter.useVerificationToken(pair), `the token ${name}`)
      }
    },
  ),

  strict('addresses are compared exactly', ['createUser', 'getUserByEmail'], async (adapter) => {
    for (const [one, other] of bothWays()) {
      const start = unique()
      const user = await adapter.createUser(newUser({ email: `${start}${one}` }))
      const lookalike = `${start}${other}`
      expectNothing(await adapter.getUserByEmail(lookalike), `the user ${other} beside ${one}`)
      await adapter.createUser(newUser({ email: lookalike }))
      expectFields(
        await adapter.getUserByEmail(user.email),
        user,
        `the user ${one} beside ${other}`,
      )
    }
  }),

  strict(
    'keys of accounts are compared exactly',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const ada = await adapter.createUser(newUser())
      const bob = await adapter.createUser(newUser())
      for (const [one, other] of bothWays()) {
        const providerAccountId = unique()
        const account = newAccount(ada.id, { provider: one, providerAccountId })
        const elsewhere = newAccount(bob.id, { provider: other, providerAccountId })
        const start = unique()
        const id = newAccount(ada.id, { providerAccountId: `${start}${one}` })
        const otherId = newAccount(bob.id, { providerAccountId: `${start}${other}` })
        for (const [mine, theirs] of [
          [account, elsewhere],
          [id, otherId],
        ] as const) {
          await adapter.linkAccount(mine)
          const found = await adapter.getUserByAccount(keysOf(theirs))
          expectNothing(found, `the user of ${other} beside ${one}`)
          await adapter.linkAccount(theirs)
          const owner = await adapter.getUserByAccount(keysOf(mine))
          expectFields(owner, { id: ada.id }, `the user of ${one} beside ${other}`)
        }
      }
    },
  ),

  strict(
    'session tokens are compared exactly',
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteSession'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const [one, other] of bothWays()) {
        const start = unique()
        const session = newSession(id, { sessionToken: `${start}${one}` })
        const lookalike = newSession(id, { sessionToken: `${start}${other}` })
        await adapter.createSession(session)
        const found = await adapter.getSessionAndUser(lookalike.sessionToken)
        expectNothing(found, `the session ${other} beside ${one}`)
        await adapter.createSession(lookalike)
        await adapter.deleteSession(lookalike.sessionToken)
        const left = await adapter.getSessionAndUser(session.sessionToken)
        expectFields(left?.session, session, `the session ${one} beside ${other}`)
      }
    },
  ),

  strict(
    'verification tokens are compared exactly',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      for (const [one, other] of bothWays()) {
        const start = unique()
        const token = newToken({ token: `${start}${one}`, identifier: `${start}${one}` })
        const wrongToken = newToken({ ...token, token: `${start}${other}` })
        const wrongIdentifier = newToken({ ...token, identifier: `${start}${other}` })
        await adapter.createVerificationToken(token)
        for (const wrong of [wrongToken, wrongIdentifier]) {
          const found = await adapter.useVerificationToken(pairOf(wrong))
          expectNothing(found, `the token ${other} beside ${one}`)
          await adapter.createVerificationToken(wrong)
        }
        expectFields(await adapter.useVerificationToken(pairOf(token)), token, 'the token')
      }
    },
  ),

  strict(
    'credential ids are compared exactly',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const start = unique()
      const ids = ['abc+/w==', 'ABC+/w==', 'abc-_w==', 'abc+/w', 'abc+/w== '].map(
        (end) => start + end,
      )
      for (const credentialID of ids) {
        expectNothing(
          await adapter.getAuthenticator(credentialID),
          `the authenticator ${credentialID}`,
        )
        await adapter.createAuthenticator(newAuthenticator(id, { credentialID }))
      }
    },
  ),

  strict(
    'keys may be as long as their standards allow',
    [
      'createUser',
      'getUserByEmail',
      'linkAccount',
      'getUserByAccount',
      'createSession',
      'getSessionAndUser',
    ],
    async (adapter) => {
      const email = `${unique().padEnd(64, 'a')}@${`${'b'.repeat(62)}.`.repeat(4)}com`
      const user = await adapter.createUser(newUser({ email }))
      expectFields(await adapter.getUserByEmail(email), user, 'the user')
      const account = newAccount(user.id, { providerAccountId: unique().padEnd(255, 'c') })
      await adapter.linkAccount(account)
      expectFields(await adapter.getUserByAccount(keysOf(account)), user, 'the user by account')
      const session = newSession(user.id, { sessionToken: unique().padEnd(255, 'd') })
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'the session')
    },
  ),

  strict(
    'a credential id may have 1023 bytes',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const credentialID = btoa(unique().padEnd(1023, 'e'))
      const authenticator = newAuthenticator(id, { credentialID })
      await adapter.createAuthenticator(authenticator)
      expectFields(await adapter.getAuthenticator(credentialID), authenticator, 'the authenticator')
    },
  ),

  strict(
    'text with a NUL is refused or kept, never cut',
    ['createUser', 'getUser', 'getUserByEmail', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const [before, after] = [unique(), '\u0000the rest']
      const user = newUser({ email: `${before}${after}`, name: `Ada${after}` })
      const created = await captureResult(() => adapter.createUser(user))
      if (created.status === 'fulfilled') {
        const found = await adapter.getUser(created.value.id)
        expectFields(found, { email: user.email, name: user.name }, 'the user')
      }
      expectNothing(await adapter.getUserByEmail(before), 'the user by the text before the NUL')
      const { id } = await adapter.createUser(newUser())
      const session = newSession(id, { sessionToken: `${before}${after}` })
      await captureResult(() => adapter.createSession(session))
      expectNothing(
        await adapter.getSessionAndUser(before),
        'the session by the text before the NUL',
      )
    },
  ),
]

function bothWays(): readonly (readonly [string, string])[] {
  return lookalikes.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
}

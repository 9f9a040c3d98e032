import type { AdapterAccount } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import { captureResult, expectEqual, expectFields, expectNothing } from './expectations.js'
import { newUser, unique } from './rows.js'

const rivals = 20

/** What an app with user names needs of its adapter. */
const needs = [
  'createUser',
  'getUserByAccount',
  'linkAccount',
  'listAccountsByUserId',
  'unlinkAccount',
] as const

/**
 * Cases for user names. A user name is the id of an account of the provider `password`. The engine
 * writes it in lower case, so the adapter compares it byte for byte.
 */
export const userNameCases: readonly CaseRow[] = [
  strict(
    'a user name is found in the spelling that was stored, and in no other',
    needs,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const name = `ada_e.l-${unique()}`
      await adapter.linkAccount(nameOf(user.id, name))
      expectFields(await adapter.getUserByAccount(keysOfName(name)), user, 'the user')
      for (const spelling of spellingsOf(name)) {
        const found = await adapter.getUserByAccount(keysOfName(spelling))
        expectNothing(found, `the user of ${JSON.stringify(spelling)}`)
      }
    },
  ),

  strict(
    'user names that differ in a dot, a dash or an underscore belong to different users',
    needs,
    async (adapter) => {
      const end = unique()
      const names = ['.', '-', '_', ''].map((sign) => `ada${sign}${end}`)
      const owners = new Map<string, string>()
      for (const name of names) {
        const { id } = await adapter.createUser(newUser())
        await adapter.linkAccount(nameOf(id, name))
        owners.set(name, id)
      }
      for (const [name, id] of owners) {
        expectEqual((await adapter.getUserByAccount(keysOfName(name)))?.id, id, `who has ${name}`)
      }
    },
  ),

  strict('of 20 users who take one user name at once one gets it', needs, async (adapter) => {
    const name = `ada-${unique()}`
    const ids: string[] = []
    while (ids.length < rivals) ids.push((await adapter.createUser(newUser())).id)
    const calls = await Promise.all(
      ids.map(async (id) => captureResult(() => adapter.linkAccount(nameOf(id, name)))),
    )
    const won = calls.filter(({ status }) => status === 'fulfilled')
    expectEqual(won.length, 1, 'the number of calls that took the name')
    const owner = await adapter.getUserByAccount(keysOfName(name))
    const lists = await Promise.all(
      ids.map(async (id) => ((await adapter.listAccountsByUserId(id)).length > 0 ? [id] : [])),
    )
    expectEqual(lists.flat(), [owner?.id], 'the users who have the name')
  }),

  strict('a user name that was given up can be taken by another user', needs, async (adapter) => {
    const [former, next] = [
      await adapter.createUser(newUser()),
      await adapter.createUser(newUser()),
    ]
    const name = `ada-${unique()}`
    await adapter.linkAccount(nameOf(former.id, name))
    await adapter.unlinkAccount(keysOfName(name))
    await adapter.linkAccount(nameOf(next.id, name))
    expectFields(await adapter.getUserByAccount(keysOfName(name)), next, 'the user')
  }),
]

/** A user name as the engine stores it. It has no tokens. */
function nameOf(userId: string, name: string): AdapterAccount {
  return { userId, type: 'credentials', provider: 'password', providerAccountId: name }
}

function keysOfName(name: string): Pick<AdapterAccount, 'provider' | 'providerAccountId'> {
  return { provider: 'password', providerAccountId: name }
}

/** Spellings that a lenient comparison treats as equal. */
function spellingsOf(name: string): readonly string[] {
  return [
    name.toUpperCase(),
    name.replace('ada', 'Ada'),
    name.replace('ada', 'adá'),
    name.replace('ada', 'ａｄａ'),
    name.replace('_', 'x'),
    name.replace('_', '%'),
    `${name} `,
    ` ${name}`,
    `${name}\u200b`,
  ]
}

import type { AdapterAccount } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import { expectEqual } from './expectations.js'
import {
  keysOf,
  newAccount,
  newAuthenticator,
  newPasskeyAccount,
  newUser,
  rivals,
  unique,
} from './rows.js'
import {
  expectOwners,
  expectSessions,
  expectUntouched,
  makeOwner,
  makePlanted,
} from './planted-user.js'

/** Cases for `unlinkUnlessLast`. */
export const unlinkUnlessLastCases: readonly CaseRow[] = [
  strict(
    'unlinkUnlessLast deletes the account, and all sessions but the kept one',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts, sessions } = await makePlanted(adapter)
      const [account, other] = accounts
      const keptSession = sessions[0]
      const unlinking = { userId: user.id, account: keysOf(account), keptSession }
      const otherProviders = [other.provider]
      const outcome = await adapter.unlinkUnlessLast({ ...unlinking, otherProviders })
      expectEqual(outcome === 'unknown' || outcome === 'last', false, 'whether it was refused')
      await expectOwners(adapter, [account], null)
      await expectOwners(adapter, [other], user.id)
      await expectSessions(adapter, sessions, [keptSession])
    },
  ),

  strict(
    'unlinkUnlessLast deletes all sessions if none is to be kept',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts, sessions } = await makePlanted(adapter)
      const [account, other] = accounts
      const unlinking = { userId: user.id, account: keysOf(account) }
      await adapter.unlinkUnlessLast({ ...unlinking, otherProviders: [other.provider] })
      await expectSessions(adapter, sessions, [])
    },
  ),

  strict(
    'unlinkUnlessLast deletes the authenticator of the account and no other',
    [
      'unlinkUnlessLast',
      'createUser',
      'linkAccount',
      'createAuthenticator',
      'listAuthenticatorsByUserId',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const passkeys = [newAuthenticator(id), newAuthenticator(id)] as const
      for (const { credentialID, ...rest } of passkeys) {
        await adapter.createAuthenticator({ credentialID, ...rest })
        await adapter.linkAccount(newPasskeyAccount(id, credentialID))
      }
      const [gone, kept] = passkeys
      const account = keysOf(newPasskeyAccount(id, gone.credentialID))
      await adapter.unlinkUnlessLast({ userId: id, account, otherProviders: [account.provider] })
      const left = await adapter.listAuthenticatorsByUserId(id)
      const ids = left.map(({ credentialID }) => credentialID)
      expectEqual(ids, [kept.credentialID], 'the credential ids that are left')
    },
  ),

  strict(
    'unlinkUnlessLast gives last and changes nothing if no account of the providers would be left',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const planted = await makePlanted(adapter)
      const { user, accounts } = planted
      const [account] = accounts
      // The other account belongs to a provider that is no longer configured.
      const otherProviders = [account.provider]
      const unlinking = { userId: user.id, account: keysOf(account), otherProviders }
      expectEqual(await adapter.unlinkUnlessLast(unlinking), 'last', 'the outcome')
      await expectUntouched(adapter, planted)
    },
  ),

  strict(
    'unlinkUnlessLast deletes the last account if no providers are given',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { user, account } = await makeOwner(adapter)
      const unlinking = { userId: user.id, account: keysOf(account) }
      await adapter.unlinkUnlessLast(unlinking)
      await expectOwners(adapter, [account], null)
    },
  ),

  strict(
    'unlinkUnlessLast returns the account with the tokens that it had when it was deleted',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'updateAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [account, other] = [newAccount(id), newAccount(id)]
      for (const one of [account, other]) await adapter.linkAccount(one)
      const newest = { access_token: unique(), refresh_token: unique() }
      await adapter.updateAccount({ ...keysOf(account), ...newest })
      const otherProviders = [other.provider]
      const unlinking = { userId: id, account: keysOf(account), otherProviders }
      const row = await adapter.unlinkUnlessLast(unlinking)
      const { access_token, refresh_token, provider, providerAccountId } =
        typeof row === 'string' ? ({} as Partial<AdapterAccount>) : row
      expectEqual(
        { provider, providerAccountId },
        keysOf(account),
        'the keys of the returned account',
      )
      expectEqual({ access_token, refresh_token }, newest, 'its tokens')
    },
  ),

  strict(
    "unlinkUnlessLast gives unknown and changes nothing for another user's account",
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const planted = await makePlanted(adapter)
      const other = await makePlanted(adapter)
      const [account] = other.accounts
      const unlinking = { userId: planted.user.id, account: keysOf(account) }
      expectEqual(await adapter.unlinkUnlessLast(unlinking), 'unknown', 'the outcome')
      await expectUntouched(adapter, planted)
      await expectUntouched(adapter, other)
    },
  ),

  strict(
    'unlinkUnlessLast leaves other users alone',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts } = await makePlanted(adapter)
      const other = await makePlanted(adapter)
      await adapter.unlinkUnlessLast({ userId: user.id, account: keysOf(accounts[0]) })
      await expectUntouched(adapter, other)
    },
  ),

  strict(
    'of 20 accounts that unlinkUnlessLast is asked to delete at once one is left',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const accounts = Array.from({ length: rivals }, () => newAccount(id))
      for (const account of accounts) await adapter.linkAccount(account)
      const unlink = async (account: AdapterAccount): Promise<unknown> =>
        adapter.unlinkUnlessLast({
          userId: id,
          account: keysOf(account),
          otherProviders: [account.provider],
        })
      const outcomes = await Promise.all(accounts.map(unlink))
      const refused = outcomes.filter((outcome) => outcome === 'last')
      expectEqual(refused.length, 1, 'the number of accounts that were the last')
      const owners = await Promise.all(
        accounts.map(async (account) => adapter.getUserByAccount(keysOf(account))),
      )
      expectEqual(owners.filter(Boolean).length, 1, 'the number of accounts that are left')
    },
  ),
]

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { namedByFactory } from '../../../src/config/issuer-choice.js'
import { loadOAuth } from '../../../src/flows/oauth/load-oauth.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { TokenSet } from '../../../src/model/records.js'
import GitLab from '../../../src/providers/gitlab.js'
import Google from '../../../src/providers/google.js'
import {
  enter,
  enterAnew,
  errorOf,
  logText,
  makeAccountsApp,
  verifiedClaims,
  takeTold,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import {
  authJsAdapter,
  connectionLost,
  watch,
  without,
  type Watched,
} from '../../support/adapters/watched-adapter.js'
import { Browser } from '../../support/browser.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { oauth, oidc } from '../../support/oauth/sign-in.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  vi.setTimerTickMode('nextTimerAsync')
})
afterEach(() => void vi.useRealTimers())

const eve = { ...verifiedClaims, sub: 'eve' }
const kinds: readonly (readonly [string, () => Adapter])[] = [
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
  ['the methods of Auth.js', authJsAdapter],
]

/** A browser in front of another process, which shares the database and nothing else. */
async function openElsewhere(app: AccountsApp): Promise<Browser> {
  await loadOAuth()
  vi.resetModules()
  const { Auth } = await import('../../../src/core.js')
  return new Browser((request) => Auth(request, app.config))
}

async function ownerAt(store: Watched, provider: string, providerAccountId: string) {
  return store.adapter.getUserByAccount?.({ provider, providerAccountId })
}

describe.each(kinds)('without linking, on an adapter with %s, an account', (_, makeAdapter) => {
  it('is not given to the user of its address because a write failed', async () => {
    const app = await makeAccountsApp({ adapter: makeAdapter() })
    await enterAnew(app)
    app.store.before = ({ name }) => void (name === 'createVerificationToken' && connectionLost())
    const response = await enter(app, app.browser(), { id: 'two', person: eve })
    expect(errorOf(response)).not.toBeNull()
    expect(await ownerAt(app.store, 'two', 'eve')).toBeNull()
  })

  it('is not given to the user of its address by parallel callbacks in two processes', async () => {
    const app = await makeAccountsApp({ adapter: makeAdapter() })
    await enterAnew(app)
    const here = app.browser()
    const there = await openElsewhere(app)
    let other: Promise<Response> | undefined
    app.store.after = async ({ name }) => {
      if (other || name !== 'createVerificationToken') return
      other = enter(app, there, { id: 'two', person: eve })
      await other
    }
    const response = await enter(app, here, { id: 'two', person: eve })
    const responses = [response, await (other ?? enter(app, there, { id: 'two', person: eve }))]
    expect(responses.map(errorOf)).not.toContain(null)
    expect(await ownerAt(app.store, 'two', 'eve')).toBeNull()
  })
})

describe('an adapter whose verification-token methods throw', () => {
  function broken(): Watched {
    const refuse = (): never => connectionLost()
    return watch({
      ...authJsAdapter(),
      createVerificationToken: refuse,
      useVerificationToken: refuse,
    })
  }

  it('signs a new user up at once, emits both events and logs why it is not safe', async () => {
    const store = broken()
    const app = await makeAccountsApp({ adapter: store.adapter })
    const began = Date.now()
    await enterAnew(app)
    expect(Date.now() - began).toBeLessThan(1000)
    expect(takeTold(app)).toEqual(['createUser', 'linkAccount', 'signIn'])
    expect(store.take().length).toBeLessThanOrEqual(8)
    expect(app.codes('warn')).toContain('sign-up-not-marked')
  })

  it('refuses an address that is taken without waiting', async () => {
    const store = broken()
    const app = await makeAccountsApp({ adapter: store.adapter })
    await enterAnew(app)
    const began = Date.now()
    const response = await enter(app, app.browser(), { id: 'two', person: eve })
    expect(errorOf(response)).not.toBeNull()
    expect(Date.now() - began).toBeLessThan(1000)
    expect(await ownerAt(store, 'two', 'eve')).toBeNull()
  })
})

describe('an insert that the database refuses', () => {
  it.each([['transactions', memoryAdapter] as const, ...kinds])(
    'is reported at once, with %s',
    async (_, makeAdapter) => {
      const app = await makeAccountsApp({ adapter: makeAdapter() })
      app.store.before = ({ name }) => {
        if (name === 'createUser') throw new TypeError('The database cannot store a NUL character')
      }
      const began = Date.now()
      expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
      expect(Date.now() - began).toBeLessThan(1000)
      expect(app.store.take().length).toBeLessThanOrEqual(12)
    },
  )
})

describe('ids that a database cannot tell apart', () => {
  /** An adapter whose table of accounts replaces what its column cannot hold. */
  function lossyAdapter(replace: (id: string) => string): Adapter {
    const inner = memoryAdapter()
    return {
      ...without(inner, 'transaction'),
      getUserByAccount: ({ provider, providerAccountId }) =>
        inner.getUserByAccount({ provider, providerAccountId: replace(providerAccountId) }),
      getAccount: (id, provider) => inner.getAccount(replace(id), provider),
      linkAccount: (account) =>
        inner.linkAccount({ ...account, providerAccountId: replace(account.providerAccountId) }),
      updateAccount: (account) =>
        inner.updateAccount({ ...account, providerAccountId: replace(account.providerAccountId) }),
    }
  }

  it.each([
    ['half a surrogate pair', /\p{Surrogate}/gu, 'ada\ud801', 'ada\ud800'],
    ['a character outside of the column’s character set', /[^\0-\u00ff]/gu, 'ada?', 'ada\u20ac'],
  ])('sign in no user of another id: %s', async (_, lost, sub, alias) => {
    const app = await makeAccountsApp({ adapter: lossyAdapter((id) => id.replace(lost, '?')) })
    await enter(app, app.browser(), { person: { ...verifiedClaims, sub } })
    const thief = app.browser()
    const email = 'eve@example.test'
    await enter(app, thief, { person: { ...verifiedClaims, sub: alias, email } })
    expect((await thief.session())?.user?.email).not.toBe(verifiedClaims['email'])
  })

  /** What a default collation of MySQL and MariaDB does: case and spaces at the end do not count. */
  const collate = (id: string): string => id.toLowerCase().trimEnd()
  const published = (): Adapter =>
    Object.fromEntries(
      Object.entries(lossyAdapter(collate)).filter(([name]) => name in authJsAdapter()),
    )

  it.each([
    ['with sessions in the database', { session: {} }],
    ['with tokens that cannot be revoked', { session: { strategy: 'jwt', revocable: false } }],
  ] as const)('do not replace the tokens of another account, %s', async (_, options) => {
    const adapter = lossyAdapter(collate)
    const app = await makeAccountsApp({ adapter, ...options })
    await enter(app, app.browser(), { person: { ...verifiedClaims, sub: 'ada' } })
    const before = await adapter.getAccount?.('ada', 'op')
    const thief = app.browser()
    const person = { ...verifiedClaims, sub: 'ADA', email: 'eve@example.test' }
    expect(errorOf(await enter(app, thief, { person }))).toBe('AccountNotLinked')
    expect(await thief.session()).toBeNull()
    expect(await adapter.getAccount?.('ada', 'op')).toEqual(before)
  })

  it.each([
    ['case, in an ID token', 'ADA', oidc],
    ['a space at the end, in an ID token', 'ada ', oidc],
    ['case, in user info of plain OAuth', 'ADA', oauth],
    ['a space at the end, in user info of plain OAuth', 'ada ', oauth],
  ])('sign in no user of another id with a published adapter: %s', async (_, alias, provider) => {
    const app = await makeAccountsApp({ adapter: published() })
    const plain = { ...app, ...makeApp({ ...app.config, providers: [provider(app.op)] }) }
    await enter(plain, plain.browser(), { person: { ...verifiedClaims, sub: 'ada' } })
    const thief = plain.browser()
    const person = { ...verifiedClaims, sub: alias, email: 'eve@example.test' }
    await enter(plain, thief, { person })
    expect(await thief.session()).toBeNull()
    // The owner is not affected.
    const owner = plain.browser()
    await enter(plain, owner, { person: { ...verifiedClaims, sub: 'ada' } })
    expect((await owner.session())?.user?.email).toBe(verifiedClaims['email'])
  })
})

describe('a provider whose issuer was changed', () => {
  it('does not sign in the users of its former issuer', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const moved = {
      ...app,
      ...makeApp({ ...app.config, providers: [oidc(app.two, { id: 'op' })] }),
    }
    const browser = moved.browser()
    const response = await enter({ ...moved, op: app.two }, browser)
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await browser.session()).toBeNull()
  })

  it.each<readonly [string, Adapter]>([
    ['with `getAccount`', memoryAdapter()],
    ['without `getAccount`', without(memoryAdapter(), 'getAccount')],
    ['without `transaction`', without(memoryAdapter(), 'transaction')],
  ])('does not replace the tokens of the account, %s', async (_, adapter) => {
    const app = await makeAccountsApp({ adapter })
    await enterAnew(app)
    const user = await adapter.getUserByEmail?.(String(verifiedClaims['email']))
    const rows = async () => adapter.listAccountsByUserId?.(user?.id ?? '')
    const before = await rows()
    expect(before?.[0]?.['id_token']).toBeTypeOf('string')
    const moved = move(app)
    expect(errorOf(await enter(moved, moved.browser()))).toBe('AccountNotLinked')
    expect(await rows()).toEqual(before)
  })

  /** The application after the service `two` has taken the place of `op`. */
  const move = (app: AccountsApp): AccountsApp => {
    const providers = [oidc(app.two, { id: 'op' })]
    return { ...app, ...makeApp({ ...app.config, providers }), op: app.two }
  }

  /** What Auth.js would have written. */
  const forgetIssuer = async ({ store }: AccountsApp): Promise<void> => {
    const keys = { provider: 'op', providerAccountId: 'subject-1' }
    await store.adapter.updateAccount?.({ ...keys, issuer: null })
    expect((await store.adapter.getAccount?.('subject-1', 'op'))?.['issuer']).toBeNull()
    store.take()
  }

  it('does not sign in with an old account that has signed in once since issuers are kept', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    await forgetIssuer(app)
    await enterAnew(app)
    const row = await app.store.adapter.getAccount?.('subject-1', 'op')
    expect(row?.['issuer']).toBe(app.op.options.issuer)
    const moved = move(app)
    const browser = moved.browser()
    expect(errorOf(await enter(moved, browser))).toBe('AccountNotLinked')
    expect(await browser.session()).toBeNull()
  })

  /** A database whose table of accounts has no column `issuer`. */
  const withoutIssuerColumn = (): Adapter => {
    const inner = memoryAdapter()
    return {
      ...inner,
      updateAccount: async ({ issuer: _, ...account }) => inner.updateAccount(account),
      linkAccount: async ({ issuer: _, ...account }) => inner.linkAccount(account),
      transaction: (run) =>
        inner.transaction(async (tx) =>
          run({
            ...tx,
            linkAccount: async ({ issuer: _, ...account }) => tx.linkAccount?.(account),
          }),
        ),
    }
  }

  it('asks once whether the table can keep the issuer of an old account', async () => {
    const app = await makeAccountsApp({ adapter: withoutIssuerColumn() })
    const countUpdates = async (): Promise<number> => {
      app.store.take()
      await enterAnew(app)
      return app.store.take().filter((name) => name === 'updateAccount').length
    }
    expect([await countUpdates(), await countUpdates()]).toEqual([2, 1])
  })

  it('does not sign in the users of its former issuer, with the methods of Auth.js', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    const moved = move(app)
    const browser = moved.browser()
    expect(errorOf(await enter(moved, browser))).toBe('AccountNotLinked')
    expect(await browser.session()).toBeNull()
    expect(await (await enterAnew(app)).session()).not.toBeNull()
  })

  it('does not sign in with an old account whose stored ID token names the former issuer', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    await forgetIssuer(app)
    const moved = move(app)
    const browser = moved.browser()
    expect(errorOf(await enter(moved, browser))).toBe('AccountNotLinked')
    expect(await browser.session()).toBeNull()
  })

  describe('is reported', () => {
    const issuerWarnings = (app: AccountsApp): number =>
      app.codes('warn').filter((code) => code === 'account-issuer-unknown').length

    it('once at the start if neither the row nor the ID token can be read', async () => {
      const app = await makeAccountsApp({ adapter: without(authJsAdapter(), 'getAccount') })
      await enterAnew(app)
      await enterAnew(app)
      expect(issuerWarnings(app)).toBe(1)
      expect(logText(app)).toContain(String.raw`accounts of \"op\", \"two\" do not store`)
    })

    it('once if the stored account has no ID token', async () => {
      const account = ({ access_token }: TokenSet): TokenSet => ({ access_token })
      const app = await makeAccountsApp({ adapter: authJsAdapter(), opOptions: { account } })
      await enterAnew(app)
      expect(issuerWarnings(app)).toBe(0)
      await enterAnew(app)
      await enterAnew(app)
      expect(issuerWarnings(app)).toBe(1)
    })

    it('once if the table of accounts has no column `issuer`', async () => {
      const app = await makeAccountsApp({ adapter: withoutIssuerColumn() })
      await enterAnew(app)
      await enterAnew(app)
      await enterAnew(app)
      expect(issuerWarnings(app)).toBe(1)
      expect(logText(app)).toContain('has no column `issuer`')
    })

    it('also if the missing column was noticed with a provider whose factory names the issuer', async () => {
      const app = await makeAccountsApp({ adapter: withoutIssuerColumn() })
      const marked = { [namedByFactory]: true }
      const fixed = makeApp({ ...app.config, providers: [Object.assign(oidc(app.op), marked)] })
      await enterAnew({ ...app, ...fixed })
      await enterAnew({ ...app, ...fixed })
      expect(fixed.codes('warn')).toEqual([])
      await enterAnew(app)
      expect(issuerWarnings(app)).toBe(1)
    })

    it('not for a provider whose factory names the issuer', async () => {
      const adapter = without(authJsAdapter(), 'getAccount')
      const google = Google({ clientId: 'id', clientSecret: 'secret' })
      const app = makeApp({ adapter, providers: [google] })
      await app.browser().fetch('/auth/signin')
      expect(app.codes('warn')).toEqual([])
      const moved = makeApp({
        adapter,
        providers: [Google({ clientId: 'id', clientSecret: 'secret', issuer: 'https://op.test' })],
      })
      await moved.browser().fetch('/auth/signin')
      expect(moved.codes('warn')).toEqual(['account-issuer-unknown'])
    })

    it('for a plain OAuth provider whose server is an option', async () => {
      const options = { clientId: 'id', clientSecret: 'secret' }
      const makeGitLabApp = (given: object): App =>
        makeApp({ adapter: authJsAdapter(), providers: [GitLab({ ...options, ...given })] })
      const own = makeGitLabApp({ baseUrl: 'https://git.example.test' })
      await own.browser().fetch('/auth/signin')
      expect(own.codes('warn')).toEqual(['account-issuer-unknown'])
      const hosted = makeGitLabApp({})
      await hosted.browser().fetch('/auth/signin')
      expect(hosted.codes('warn')).toEqual([])
    })
  })

  it('does not fail a sign-in when the issuer of an old account cannot be kept', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    await forgetIssuer(app)
    app.store.before = ({ name, args: [account] }) => {
      if (name === 'updateAccount' && Object.hasOwn(account as object, 'issuer')) connectionLost()
    }
    expect(await (await enterAnew(app)).session()).not.toBeNull()
    app.store.before = () => undefined
    await enterAnew(app)
    const row = await app.store.adapter.getAccount?.('subject-1', 'op')
    expect(row?.['issuer']).toBe(app.op.options.issuer)
  })
})

describe('a database that ignores accents', () => {
  it('does not link an account to the user of a similar address', async () => {
    const inner = memoryAdapter()
    const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')
    const adapter: Adapter = {
      ...inner,
      getUserByEmail: (email) => inner.getUserByEmail(fold(email)),
    }
    const allow = { allowDangerousEmailAccountLinking: true }
    const app = await makeAccountsApp({ adapter, twoOptions: allow })
    await enterAnew(app)
    const ada = await ownerAt(app.store, 'op', 'subject-1')
    const person = { ...eve, email: 'ad\u00e0@example.test' }
    await enter(app, app.browser(), { id: 'two', person })
    expect((await ownerAt(app.store, 'two', 'eve'))?.id).not.toBe(ada?.id)
  })
})

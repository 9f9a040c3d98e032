import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { unlinkAccount } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import {
  enterAnew,
  makeAccountsApp,
  requestFrom,
  verifiedClaims,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { connectionLost, without, type Method } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { nextMillisecond } from '../../support/next-millisecond.js'

const one = { provider: 'op', providerAccountId: 'subject-1' }
const two = { provider: 'two', providerAccountId: 'two' }

const kinds: readonly (readonly [string, () => Adapter])[] = [
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
]

interface Linked {
  readonly app: AccountsApp
  readonly userId: string
  /** The browser that unlinks. */
  readonly owner: Browser
  /** Signs the user in with the account `two` in another browser. */
  readonly enterElsewhere: () => Promise<Browser>
}

/** A user with accounts at both services. */
async function makeLinked(options: AccountsOptions): Promise<Linked> {
  const app = await makeAccountsApp(options)
  const owner = await enterAnew(app)
  const { id = '' } = (await app.store.adapter.getUserByAccount?.(one)) ?? {}
  await app.store.adapter.linkAccount?.({ ...two, type: 'oidc', userId: id })
  const person = { ...verifiedClaims, sub: 'two' }
  return { app, userId: id, owner, enterElsewhere: () => enterAnew(app, { id: 'two', person }) }
}

/** Runs once, right before a call of a method. */
function once(app: AccountsApp, method: Method, work: () => unknown): void {
  app.store.before = async ({ name }) => {
    if (name !== method) return
    app.store.before = () => undefined
    await work()
  }
}

describe('an unlinking of an account', () => {
  it('is refused if another process removes the other account at the same time', async () => {
    const adapter = without(memoryAdapter(), 'transaction')
    const { app, owner, userId } = await makeLinked({ adapter })
    once(app, 'unlinkAccount', () => adapter.unlinkAccount?.(one))
    await expect(unlinkAccount(requestFrom(owner), app.config, two)).rejects.toMatchObject({
      type: 'LastSignInMethod',
    })
    expect(await adapter.listAccountsByUserId?.(userId)).toMatchObject([two])
  })

  it('leaves no account to a stranger who is taken over while it is put back', async () => {
    const adapter = without(memoryAdapter(), 'transaction')
    const { app, owner, userId } = await makeLinked({ adapter })
    await adapter.updateUser?.({ id: userId, emailVerified: null })
    once(app, 'unlinkAccount', async () => {
      await adapter.unlinkAccount?.(one)
      once(app, 'linkAccount', () =>
        adapter.updateUser?.({ id: userId, emailVerified: new Date() }),
      )
    })
    await expect(unlinkAccount(requestFrom(owner), app.config, two)).rejects.toMatchObject({
      type: 'LastSignInMethod',
    })
    expect(await adapter.listAccountsByUserId?.(userId)).toEqual([])
  })

  it('has ended the other sessions if the process stops right after it', async () => {
    const { app, owner, enterElsewhere } = await makeLinked({
      adapter: without(memoryAdapter(), 'transaction'),
    })
    const other = await enterElsewhere()
    app.store.after = ({ name }) => {
      if (name === 'unlinkAccount') app.store.before = connectionLost
    }
    await expect(unlinkAccount(requestFrom(owner), app.config, two)).rejects.toThrow()
    app.store.before = () => undefined
    expect(await app.store.adapter.getUserByAccount?.(two)).toBeNull()
    expect(await other.session()).toBeNull()
  })

  it.each(kinds)('ends a session that begins right before it, with %s', async (_kind, make) => {
    const { app, owner, enterElsewhere } = await makeLinked({ adapter: make() })
    const late: Browser[] = []
    const moment = app.store.adapter.transaction ? 'transaction' : 'unlinkAccount'
    once(app, moment, async () => {
      // The end of the sessions before it refuses sign-ins that began in the same millisecond.
      await nextMillisecond()
      const browser = await enterElsewhere()
      expect(await browser.session()).not.toBeNull()
      late.push(browser)
    })
    expect(await unlinkAccount(requestFrom(owner), app.config, two)).toBe(true)
    expect(await late[0]?.session()).toBeNull()
  })

  it.each(kinds)('ends a JWT session that was just found alive, with %s', async (_kind, make) => {
    const session = { strategy: 'jwt' } as const
    const { app, owner, enterElsewhere } = await makeLinked({ adapter: make(), session })
    const other = await enterElsewhere()
    expect(await other.session()).not.toBeNull()
    expect(await unlinkAccount(requestFrom(owner), app.config, two)).toBe(true)
    expect(await other.session()).toBeNull()
    expect(await owner.session()).not.toBeNull()
  })
})

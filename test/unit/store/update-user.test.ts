import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter, AdapterUser } from '../../../src/model/adapter.js'
import { makeAccountApp } from '../../support/apps/account-app.js'
import { without } from '../../support/adapters/watched-adapter.js'
import { address, click, mailTo, makeMailApp, type MailApp } from '../../support/apps/mail-app.js'
import { email } from '../../support/apps/password-app.js'

/** An adapter whose `updateUser` returns null for what it was not given, as TypeORM's does. */
function forgetful<Kept extends Adapter>(adapter: Kept): Kept {
  return {
    ...adapter,
    updateUser: async (changes: Parameters<NonNullable<Adapter['updateUser']>>[0]) => {
      await adapter.updateUser?.(changes)
      return { name: null, image: null, email: null, emailVerified: null, ...changes }
    },
    ...(adapter.transaction && {
      transaction: <T>(work: (inside: Adapter) => Promise<T>) =>
        adapter.transaction?.((inside) => work(forgetful(inside))),
    }),
  }
}

/** A user who is in the database before anything happens. */
async function withUser(app: MailApp, fields: Partial<AdapterUser>): Promise<void> {
  const user = { id: 'user-1', email: address, emailVerified: null, name: 'Ada', ...fields }
  await app.store.adapter.createUser?.(user)
}

describe('with an adapter that returns a part of a changed user', () => {
  it('a user who signs in by mail keeps the name in the session', async () => {
    const adapter = forgetful(memoryAdapter())
    const app = makeMailApp({ adapter, session: { strategy: 'jwt' } })
    await withUser(app, { emailVerified: new Date() })
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada', email: address })
  })

  it('a user who changes the name keeps the picture in the session', async () => {
    const image = 'https://avatars.example.test/ada.png'
    const adapter = forgetful(memoryAdapter())
    await adapter.createUser({ id: 'user-1', email, image, emailVerified: new Date() })
    const app = await makeAccountApp({ adapter, session: { strategy: 'jwt' } })
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/update-profile', { csrfToken, name: 'Augusta' })
    expect((await browser.session())?.user).toMatchObject({ name: 'Augusta', image })
  })

  it.each([
    ['in a transaction', without(memoryAdapter(), 'takeOverUser')],
    ['in several steps', without(memoryAdapter(), 'takeOverUser', 'transaction')],
  ])('the event of a take-over %s has the whole user', async (_, adapter) => {
    const app = makeMailApp({ adapter: forgetful(adapter) })
    await withUser(app, {})
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    const message = app.told.find(({ name }) => name === 'updateUser')?.message
    expect(message).toMatchObject({ isTakenOver: true, user: { name: 'Ada', email: address } })
  })
})

describe('with an adapter that returns whole rows', () => {
  it('a sign-in by mail reads the changed user once', async () => {
    const app = makeMailApp({ session: { strategy: 'jwt' } })
    await withUser(app, { emailVerified: new Date() })
    const browser = app.browser()
    const link = await mailTo(app, browser)
    app.store.take()
    await click(browser, link)
    const calls = app.store.take()
    expect(calls.slice(calls.indexOf('updateUser'))).not.toContain('getUser')
  })
})

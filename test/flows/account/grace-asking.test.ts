import { describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { deleteAccount, deleteExpired } from '../../../src/core.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { email } from '../../support/apps/password-app.js'
import { useClock } from '../../support/apps/factor-app.js'
import { makeAccountApp, type AccountApp } from '../../support/apps/account-app.js'
import { askForDeletion, day, graceDays, makeGraceApp, stateOf } from './grace-app.js'

const clock = useClock()

const purposes = ({ sent }: AccountApp): readonly string[] =>
  sent.map(({ purpose }) => purpose ?? '')

const asked = ({ records }: AccountApp): number =>
  records.filter(({ event }) => event === 'deletion-asked').length

describe('a user is told of every deletion that is recorded', () => {
  it('if the answer of the database is lost', async () => {
    const app = await makeGraceApp()
    const browser = await app.signedIn()
    const replace = app.adapter.replaceFactors.bind(app.adapter)
    vi.spyOn(app.adapter, 'replaceFactors').mockImplementation(async (...args) => {
      await replace(...args)
      if (args[1] === 'deletion') throw new Error('connection lost')
    })
    const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
    expect(data).toMatchObject({ ok: true, session: null })
    await vi.waitFor(() => expect(purposes(app)).toEqual(['deletionPending']))
    expect(asked(app)).toBe(1)
    expect(await stateOf(app)).toBe('pending')
  })

  it('if the sessions cannot be ended again', async () => {
    const app = await makeGraceApp()
    const browser = await app.signedIn()
    const end = app.adapter.deleteSessionsByUserId.bind(app.adapter)
    vi.spyOn(app.adapter, 'deleteSessionsByUserId').mockImplementation(async (userId) => {
      if ((await stateOf(app)) === 'pending') throw new Error('connection lost')
      return end(userId)
    })
    const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
    expect(data.ok).toBe(false)
    await vi.waitFor(() => expect(purposes(app)).toEqual(['deletionPending']))
    expect(asked(app)).toBe(1)
    expect(await stateOf(app)).toBe('pending')
  })

  it.each(['jwt', 'database'] as const)('once after a double click (%s)', async (strategy) => {
    const beforeDelete = vi.fn<() => void>()
    const app = await makeGraceApp({ session: { strategy }, page: { beforeDelete } })
    const browser = await app.signedIn()
    const click = () => deleteAccount(requestFrom(browser), app.config, { email })
    await Promise.all([click(), click()])
    await app.settle()
    await vi.waitFor(() => expect(purposes(app)).toEqual(['deletionPending']))
    expect(asked(app)).toBe(1)
    expect(beforeDelete).toHaveBeenCalledOnce()
  })
})

describe('a user who asks again has the whole grace period', () => {
  /** Asks in a session that an instance of the app without `graceDays` has begun. */
  async function askAgain({ adapter, config }: AccountApp, page = config.account): Promise<void> {
    const other = await makeAccountApp({ adapter, page: {}, session: config.session })
    const browser = await other.signedIn()
    const { data } = await deleteAccount(
      requestFrom(browser),
      { ...config, account: page },
      { email },
    )
    expect(data).toMatchObject({ ok: true, session: null })
    await nextMillisecond()
  }

  it.each([
    ['before the earlier date', graceDays * day - 3600],
    ['after the earlier date', graceDays * day + 3600],
  ])('%s, and is told of the later one', async (_, seconds) => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(seconds)
    await askAgain(app)
    await vi.waitFor(() => expect(purposes(app)).toEqual(['deletionPending', 'deletionPending']))
    expect(asked(app)).toBe(2)
    const request = new Request('https://app.test')
    clock.advance(graceDays * day - 60)
    await deleteExpired(app.config, new Date(Date.now()), { request })
    expect(await stateOf(app)).toBe('pending')
    clock.advance(120)
    await deleteExpired(app.config, new Date(Date.now()), { request })
    expect(await stateOf(app)).toBe('deleted')
  })

  it('and never less than an earlier request has promised', async () => {
    const app = await makeGraceApp({ page: { graceDays: 30 } })
    await askForDeletion(app)
    await askAgain(app, accountPage({ graceDays }))
    clock.advance(graceDays * day + 60)
    const request = new Request('https://app.test')
    await deleteExpired(app.config, new Date(Date.now()), { request })
    expect(await stateOf(app)).toBe('pending')
  })
})

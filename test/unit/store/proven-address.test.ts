import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter, AdapterUser } from '../../../src/model/adapter.js'
import { hasProvenAddress, provenAt } from '../../../src/store/proven-address.js'
import {
  enter,
  enterAnew,
  errorOf,
  makeAccountsApp,
  verifiedClaims,
} from '../../support/apps/accounts-app.js'

const moment = Date.UTC(2030, 0, 1)

function userWith(emailVerified: unknown): AdapterUser {
  return { id: '1', email: 'ada@example.test', emailVerified: emailVerified as Date }
}

describe('the moment at which an address was proven', () => {
  it.each<readonly [string, unknown]>([
    ['a Date', new Date(moment)],
    ['an ISO text', new Date(moment).toISOString()],
    ['a text of SQL', '2030-01-01 00:00:00+00'],
    ['milliseconds', moment],
    ['milliseconds as text', String(moment)],
  ])('is read from %s', (_, emailVerified) => {
    expect(provenAt(userWith(emailVerified))?.getTime()).toBe(moment)
    expect(hasProvenAddress(userWith(emailVerified))).toBe(true)
  })

  it.each<readonly [string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['an invalid Date', new Date(Number.NaN)],
    ['a text that is not a date', 'yes'],
    ['an empty text', ''],
    ['0', 0],
    ['0 as text', '0'],
    ['1', 1],
    ['1 as text', '1'],
    ['true', true],
    ['NaN', Number.NaN],
    ['false', false],
    ['an object', {}],
  ])('is not read from %s', (_, emailVerified) => {
    expect(hasProvenAddress(userWith(emailVerified))).toBe(false)
  })
})

/** Returns every date of a user in another form, as some published adapters do. */
function adapterWithDates(show: (date: Date) => unknown): Adapter {
  const inner = memoryAdapter()
  const { transaction: _, ...rest } = inner
  const shown = <T extends AdapterUser | null>(user: T): T =>
    user?.emailVerified ? { ...user, emailVerified: show(user.emailVerified) } : user
  return {
    ...rest,
    createUser: async (user) => shown(await inner.createUser(user)),
    getUser: async (id) => shown(await inner.getUser(id)),
    getUserByEmail: async (email) => shown(await inner.getUserByEmail(email)),
    getUserByAccount: async (keys) => shown(await inner.getUserByAccount(keys)),
  }
}

describe('a user who has proven the address', () => {
  it.each<readonly [string, (date: Date) => unknown]>([
    ['text', (date) => date.toISOString()],
    ['a number', (date) => date.getTime()],
  ])('is not taken over if the adapter returns the date as %s', async (_, show) => {
    const app = await makeAccountsApp({ adapter: adapterWithDates(show) })
    const ada = await enterAnew(app)
    const rival = { id: 'two', person: { ...verifiedClaims, sub: 'rival' } }
    expect(errorOf(await enter(app, app.browser(), rival))).toBe('OAuthAccountNotLinked')
    expect(await ada.session()).not.toBeNull()
  })
})

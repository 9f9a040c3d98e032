import { expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { openBrowser } from '../../support/browser.js'
import { ada, login, makeApp } from '../../support/apps/app.js'

it.each(['database', 'jwt'] as const)(
  'a session that a copied adapter hides is not accepted, also if the original has just read it (%s)',
  async (strategy) => {
    const adapter = memoryAdapter()
    await adapter.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
    const ofTenant = { ...adapter, getSessionAndUser: async () => null }
    const session = { strategy }
    const browser = makeApp({ adapter, session }).browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    const tenant = openBrowser(makeApp({ adapter: ofTenant, session }).config, 'https://app.test')
    for (const { name, value } of browser.cookies) tenant.plant(name, value)
    expect(await tenant.session()).toBeNull()
  },
)

it('a session that only a copied adapter finds is not accepted by the original', async () => {
  const adapter = memoryAdapter()
  await adapter.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  const read = adapter.getSessionAndUser
  const session = { strategy: 'jwt' } as const
  const browser = makeApp({ adapter, session }).browser()
  await browser.signIn(login)
  adapter.getSessionAndUser = async () => null
  const seesAll = openBrowser(
    makeApp({ adapter: { ...adapter, getSessionAndUser: read }, session }).config,
    'https://app.test',
  )
  for (const { name, value } of browser.cookies) seesAll.plant(name, value)
  expect(await seesAll.session()).not.toBeNull()
  expect(await browser.session()).toBeNull()
})

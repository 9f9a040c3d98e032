import { describe, expect, it } from 'vitest'
import { updateProfile } from '../../../src/binding/account-calls.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { makeAccountApp } from '../../support/apps/account-app.js'
import { configOf, endOf, openEvent, openSecondEvent, type TestEvent } from './event.js'

const versions: readonly (readonly [string, (path: string, init: RequestInit) => TestEvent])[] = [
  ['Qwik City 1', (path, init) => openEvent(path, init)],
  ['Qwik 2', (path, init) => openSecondEvent(path, 'action', init)],
]

describe.each(versions)('`updateProfile` in an action of %s', (_version, open) => {
  async function visit() {
    const app = await makeAccountApp({ session: { strategy: 'jwt' } })
    const browser = await app.signedIn()
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const opened = open('/settings/', { method: 'POST', headers })
    await handleRequest(
      opened.event,
      configOf(() => app.config),
    )
    return { app, ...opened }
  }

  it('changes the name, sets the new session cookie and redirects', async () => {
    const { app, event, cookies } = await visit()
    const input = { name: 'Augusta', redirectTo: '/done' }
    const ended = await endOf(() => updateProfile(event, input))
    expect(ended?.location).toBe('/done')
    expect((await app.adapter.getUser(app.user.id))?.name).toBe('Augusta')
    expect([...cookies.keys()].join()).toContain('session-token')
  })

  it('returns what is wrong with the name', async () => {
    const { app, event } = await visit()
    const result = await updateProfile(event, { name: 'a\nb' })
    expect(result).toMatchObject({
      failed: true,
      fieldErrors: { name: [expect.stringContaining('100 characters')] },
    })
    expect((await app.adapter.getUser(app.user.id))?.name).toBe(app.user.name)
  })
})

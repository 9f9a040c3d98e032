import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('../../src/flows/oauth/oauth.js')
})

it('loads what could not be loaded the next time', async () => {
  vi.resetModules()
  vi.doMock('../../src/flows/oauth/oauth.js', () => {
    throw new Error('EMFILE: too many open files')
  })
  const { loadOAuth } = await import('../../src/flows/oauth/load-oauth.js')
  await expect(loadOAuth()).rejects.toThrow()
  vi.doUnmock('../../src/flows/oauth/oauth.js')
  const oauth = await loadOAuth()
  expect(oauth.oauthStart).toBeTypeOf('function')
  expect(await loadOAuth()).toBe(oauth)
})

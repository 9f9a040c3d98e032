import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('../../../src/flows/oauth/oauth.js')
  vi.doUnmock('../../../src/flows/tokens/tokens.js')
  vi.doUnmock('../../../src/oauth/dpop.js')
})

it('the OAuth flow that could not be loaded is loaded the next time', async () => {
  vi.resetModules()
  vi.doMock('../../../src/flows/oauth/oauth.js', () => {
    throw new Error('EMFILE: too many open files')
  })
  const { loadOAuth } = await import('../../../src/flows/oauth/load-oauth.js')
  await expect(loadOAuth()).rejects.toThrow()
  vi.doUnmock('../../../src/flows/oauth/oauth.js')
  const oauth = await loadOAuth()
  expect(oauth.oauthStart).toBeTypeOf('function')
  expect(await loadOAuth()).toBe(oauth)
})

it('the flows for access tokens that could not be loaded are loaded the next time', async () => {
  vi.resetModules()
  vi.doMock('../../../src/flows/tokens/tokens.js', () => {
    throw new Error('EMFILE: too many open files')
  })
  const { loadTokens } = await import('../../../src/flows/tokens/load-tokens.js')
  await expect(loadTokens()).rejects.toThrow()
  vi.doUnmock('../../../src/flows/tokens/tokens.js')
  const tokens = await loadTokens()
  expect(tokens.findAccessToken).toBeTypeOf('function')
  expect(await loadTokens()).toBe(tokens)
})

it('the proofs of possession that could not be loaded are loaded the next time', async () => {
  vi.resetModules()
  vi.doMock('../../../src/oauth/dpop.js', () => {
    throw new Error('EMFILE: too many open files')
  })
  const { loadDpop } = await import('../../../src/oauth/load-dpop.js')
  await expect(loadDpop()).rejects.toThrow()
  vi.doUnmock('../../../src/oauth/dpop.js')
  const dpop = await loadDpop()
  expect(dpop.sendWithProof).toBeTypeOf('function')
  expect(await loadDpop()).toBe(dpop)
})

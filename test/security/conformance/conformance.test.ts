import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { basicModules, configModules, type Module, type ResponseMode } from './modules.js'

const profiles: readonly (readonly [string, ResponseMode, readonly Module[]])[] = [
  ['Basic RP', 'query', basicModules],
  ['Form Post Basic RP', 'form_post', basicModules],
  ['Config RP', 'query', configModules],
]

/** Proven by other tests, which say more. */
const refresh: Readonly<Record<string, string>> = {
  'oidcc-client-test-refresh-token': 'IT16: are given, and keep what the answer does not name',
  'oidcc-client-test-refresh-token-invalid-issuer': 'another issuer',
  'oidcc-client-test-refresh-token-invalid-sub': 'another subject',
}

/** The same, for what a provider tells of those who sign out there. */
const logout: Readonly<Record<string, string>> = {
  'oidcc-client-test-rp-backchannel-rpinitlogout': 'ends the session that began with that one',
  'oidcc-client-test-rp-backchannel-rpinitlogout-alg-none': 'is not signed',
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg': 'is signed by a stranger',
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss': 'of another issuer',
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud': 'for another client',
  'oidcc-client-test-rp-backchannel-rpinitlogout-no-event': 'without events',
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event': 'of another event',
  'oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce': 'with a nonce',
}

/** The same, for those who sign out here first. */
const initiated: Readonly<Record<string, string>> = {
  'oidcc-client-test-rp-init-logout': 'ends where the person wanted to go',
  'oidcc-client-test-rp-init-logout-other-state': '?state=of-somebody-else',
  'oidcc-client-test-rp-init-logout-no-state': "it.each(['',",
}

describe.each(profiles)('%s', (_profile, mode, modules) => {
  it.each(modules.map(({ name, run }) => [name, run] as const))('%s', async (_name, run) => {
    await expect(run(mode)).resolves.toBeUndefined()
  })
})

describe('Refresh Token RP', () => {
  const file = fileURLToPath(new URL('../../flows/oauth/back-channel.test.ts', import.meta.url))

  it.each(Object.entries(refresh))('%s is proven by "%s"', (_name, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words)
  })
})

describe('Back-Channel Logout RP', () => {
  const file = fileURLToPath(
    new URL('../../flows/accounts/provider-logout.test.ts', import.meta.url),
  )

  it.each(Object.entries(logout))('%s is proven by "%s"', (_name, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words)
  })
})

describe('RP-Initiated Logout RP', () => {
  const file = fileURLToPath(new URL('../../flows/oauth/end-session.test.ts', import.meta.url))

  it.each(Object.entries(initiated))('%s is proven by "%s"', (_name, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words)
  })
})

it('docs/internals/conformance.md names every test, and no other', () => {
  const file = fileURLToPath(new URL('../../../docs/internals/conformance.md', import.meta.url))
  const named = readFileSync(file, 'utf8').match(/oidcc-client-test[\w-]*/g) ?? []
  const modules = [...basicModules, ...configModules].map(({ name }) => name)
  const proven = [refresh, logout, initiated].flatMap((tests) => Object.keys(tests))
  expect([...new Set(named)].toSorted()).toEqual([...modules, ...proven].toSorted())
})

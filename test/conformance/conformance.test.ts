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

describe.each(profiles)('%s', (_profile, mode, modules) => {
  it.each(modules.map(({ name, run }) => [name, run] as const))('%s', async (_name, run) => {
    await expect(run(mode)).resolves.toBeUndefined()
  })
})

describe('Refresh Token RP', () => {
  const file = fileURLToPath(new URL('../oauth/back-channel.test.ts', import.meta.url))

  it.each(Object.entries(refresh))('%s is proven by "%s"', (_name, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words)
  })
})

it('docs/conformance.md names every test, and no other', () => {
  const file = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url))
  const named = readFileSync(file, 'utf8').match(/oidcc-client-test[\w-]*/g) ?? []
  const modules = [...basicModules, ...configModules].map(({ name }) => name)
  expect([...new Set(named)].toSorted()).toEqual([...modules, ...Object.keys(refresh)].toSorted())
})

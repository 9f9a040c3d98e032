import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ProviderConfig } from '../../../src/model/provider.js'
import { isNamedByApp } from '../../../src/pages/sign-in-option.js'

const folder = new URL('../../../src/providers/', import.meta.url)

it('the names of all factories for mails, passwords and passkeys are not shown to visitors', async () => {
  const shown: string[] = []
  let methods = 0
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const { default: make } = (await import(new URL(file, folder).href)) as {
      default?: (options: object) => ProviderConfig
    }
    const provider = typeof make === 'function' ? make({}) : undefined
    if (provider === undefined || provider.type === 'oauth' || provider.type === 'oidc') continue
    methods += 1
    if (isNamedByApp(provider)) shown.push(provider.name)
  }
  expect(shown).toEqual([])
  expect(methods).toBeGreaterThan(20)
})

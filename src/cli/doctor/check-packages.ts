import type { ProviderConfig } from '../../model/provider.js'
import { importFromApp } from '../import-from-app.js'
import type { CheckResult } from './check-result.js'

/** The packages that the engine loads at the first sign-in, which is when an app would fail. */
const needs: readonly {
  readonly name: string
  readonly isNeeded: (provider: ProviderConfig) => boolean
}[] = [
  {
    name: 'nodemailer',
    isNeeded: (provider) => provider.type === 'email' && provider.server !== undefined,
  },
  { name: '@simplewebauthn/server', isNeeded: ({ type }) => type === 'webauthn' },
]

/** Checks that the app has the packages of its providers. */
export async function checkPackages(
  folder: string,
  providers: readonly ProviderConfig[],
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const { name, isNeeded } of needs) {
    const provider = providers.find(isNeeded)
    if (!provider || (await importFromApp(folder, name))) continue
    results.push({
      check: 'providers',
      state: 'wrong',
      message: `The provider "${provider.id}" needs ${name}, which the app does not have.`,
      cure: `Run npm install ${name}.`,
    })
  }
  return results
}

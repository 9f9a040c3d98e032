import type { ProviderConfig } from '../../model/provider.js'
import type { CheckResult } from './check-result.js'
import { findVersion } from '../package-version.js'

/** Checks that the app has the packages that the engine loads at the first sign-in. */
export async function checkPackages(
  folder: string,
  providers: readonly ProviderConfig[],
): Promise<readonly CheckResult[]> {
  const mail = providers.find(sendsBySmtp)
  const passkeys = providers.find(({ type }) => type === 'webauthn')
  return [
    ...(await checkPackage(folder, 'nodemailer', mail, 'wrong')),
    // The app may have replaced it with the provider's option `simpleWebAuthn`.
    ...(await checkPackage(folder, '@simplewebauthn/server', passkeys, 'warning')),
  ]
}

/** Only the provider that sends the mails itself judges its server. */
function sendsBySmtp(provider: ProviderConfig): boolean {
  return provider.type === 'email' && provider.server !== undefined && 'findMistake' in provider
}

async function checkPackage(
  folder: string,
  name: string,
  provider: ProviderConfig | undefined,
  state: 'wrong' | 'warning',
): Promise<readonly CheckResult[]> {
  if (!provider || (await findVersion(folder, name)) !== undefined) return []
  const message = `The provider "${provider.id}" needs ${name}, which the app does not have.`
  return [{ check: 'providers', state, message, cure: `Run npm install ${name}.` }]
}

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { setEnvDefaults } from '../../../src/core.js'
import { inspectConfig } from '../../../src/config/inspect-config.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { Provider } from '../../../src/model/provider.js'
import { secret } from '../../support/apps/app.js'

const folder = fileURLToPath(new URL('../../../node_modules/@auth/core/providers', import.meta.url))
const notServices = ['index', 'provider-types', 'oauth-types', 'oauth', 'email', 'credentials']
  .concat(['webauthn', 'passkey', 'nodemailer', 'resend', 'sendgrid', 'postmark', 'mailgun'])
  .concat(['mailersend', 'forwardemail', 'loops'])
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.replace(/\.js$/, ''))
  .filter((name) => !notServices.includes(name))

it.each(names)(
  'the provider %s of @auth/core takes its values from the environment',
  async (name) => {
    const { default: factory } = (await import(`@auth/core/providers/${name}`)) as {
      default: Provider
    }
    const config: AuthConfig = { secret, trustHost: true, providers: [factory] }
    setEnvDefaults({ get: (key) => valueOf(key) }, config)
    expect(inspectConfig(config).fatal.map(({ message }) => message)).toEqual([])
  },
)

function valueOf(key: string): string | undefined {
  if (key.endsWith('_ISSUER')) return 'https://issuer.example'
  return /^AUTH_.*_(?:ID|SECRET)$/.test(key) ? 'value' : undefined
}

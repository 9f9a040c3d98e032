import { explainBasePath } from '../../config/env.js'
import { instantiateProvider } from '../../config/providers.js'
import { findMistakes, toBasePath } from '../../config/validate.js'
import { environmentName, fillVariables } from '../../config/variables.js'
import { isLoopback } from '../../http/origin.js'
import type { AuthConfig } from '../../model/config.js'
import type { ProviderConfig } from '../../model/provider.js'
import type { DefaultSession } from '../../model/records.js'
import { toResult, type CheckResult } from './check-result.js'

type AnyConfig = AuthConfig<DefaultSession>

/** The checks that the engine's own mistakes belong to. All others belong to `config`. */
const checkOf: Readonly<Record<string, string>> = {
  MissingSecret: 'secret',
  WeakSecret: 'secret',
  InvalidOrigin: 'hosts',
  MissingClientId: 'providers',
  MissingClientSecret: 'providers',
  MissingAdapter: 'adapter',
  MissingAdapterMethods: 'adapter',
}

/** Checks the config with the engine's own validation. */
export function checkConfig(
  config: AnyConfig,
  environment: ReadonlyMap<string, string>,
): readonly CheckResult[] {
  const providers = listProviders(config)
  const mistakes = findMistakes(config, providers).map(({ type, message }) =>
    toResult(checkOf[type] ?? 'config', 'wrong', message),
  )
  const has = (check: string): boolean => mistakes.some((mistake) => mistake.check === check)
  return [
    ...(has('secret')
      ? []
      : [ok('secret', 'It has 32 characters or more and is not a placeholder.')]),
    ...(has('config') ? [] : [ok('config', 'The engine accepts every option.')]),
    ...mistakes,
    ...(has('hosts') ? [] : checkHosts(config, environment)),
    ...(has('providers') ? [] : checkClients(providers)),
  ]
}

/** Returns the providers of a config with the values of the environment. */
export function listProviders(config: AnyConfig): readonly ProviderConfig[] {
  return config.providers.map((provider) => fillVariables(instantiateProvider(provider)))
}

function ok(check: string, message: string): CheckResult {
  return { check, state: 'ok', message }
}

/** Which host the app believes in production. */
function checkHosts(
  { origin, trustHost, basePath }: AnyConfig,
  environment: ReadonlyMap<string, string>,
): readonly CheckResult[] {
  const check = 'hosts'
  const env = { get: (name: string) => environment.get(name) }
  const mismatch = explainBasePath(env, toBasePath(basePath))
  const origins = typeof origin === 'string' ? [origin] : (origin ?? [])
  const plain = origins.find((one) => isPlainHttp(one))
  if (mismatch !== undefined) return [toResult(check, 'warning', mismatch)]
  if (plain !== undefined) {
    return [
      {
        check,
        state: 'warning',
        message: `${plain} is not https, so others on the network can read the session cookies.`,
        cure: 'Serve the app with https, and set AUTH_URL to the https address.',
      },
    ]
  }
  if (origins.length > 0) return [ok(check, `The app answers for ${origins.join(', ')}.`)]
  if (trustHost) return [ok(check, 'The app trusts the Host header (trustHost).')]
  return [
    {
      check,
      state: 'warning',
      message: 'Neither AUTH_URL nor trustHost is set, so the app refuses requests in production.',
      cure: 'Set AUTH_URL=https://your.site in the environment of the server.',
    },
  ]
}

function isPlainHttp(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Reports providers that the engine leaves out, because they have no client. */
function checkClients(providers: readonly ProviderConfig[]): readonly CheckResult[] {
  const check = 'providers'
  const missing = providers.filter(
    (provider) => (provider.type === 'oauth' || provider.type === 'oidc') && !provider.clientId,
  )
  if (missing.length === 0) return [ok(check, providers.map(({ id }) => id).join(', '))]
  return missing.map(({ id }) => ({
    check,
    state: 'wrong',
    message: `The provider "${id}" has no client id.`,
    cure: `Set ${environmentName(id, 'id')}, or remove the provider.`,
  }))
}

import { explainBasePath } from '../../config/env.js'
import { inspectConfig, type Inspection } from '../../config/inspect-config.js'
import { toBasePath } from '../../config/validate-pages.js'
import { describeCompatibility } from '../../core.js'
import { isLoopback } from '../../http/origin.js'
import { parseHttpUrl } from '../../http/parse-url.js'
import { explainSmtpPort } from '../../mail/explain-smtp-url.js'
import { serverUrlOf } from '../../mail/find-server-mistake.js'
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
  MissingAdapter: 'adapter',
  MissingAdapterMethods: 'adapter',
}

/** Checks the config with the engine's own validation. */
export function checkConfig(
  config: AnyConfig,
  environment: ReadonlyMap<string, string>,
): readonly CheckResult[] {
  const { providers: given, fatal, tolerated, disabled } = inspectConfig(config)
  const providers = given.filter(isProvider)
  const authUrl = environment.get('AUTH_URL') ?? ''
  const hasAuthUrl = authUrl === '' || parseHttpUrl(authUrl) !== undefined
  const mistakes = [
    ...(hasAuthUrl ? [] : [explainAuthUrl(authUrl)]),
    ...fatal
      .filter(({ type }) => hasAuthUrl || type !== 'InvalidOrigin')
      .map(({ type, message }) => toResult(checkOf[type] ?? 'config', 'wrong', message)),
    ...tolerated.map(({ type, message }) =>
      toResult(checkOf[type] ?? 'config', 'warning', message),
    ),
    ...[...disabled.values()].map(({ message }) => toResult('providers', 'wrong', message)),
  ]
  const has = (check: string): boolean => mistakes.some((mistake) => mistake.check === check)
  return [
    ...(has('secret')
      ? []
      : [ok('secret', 'It has 32 characters or more and is not a placeholder.')]),
    ...(has('config') ? [] : [ok('config', 'The engine accepts every option.')]),
    ...mistakes,
    ...(has('hosts') ? [] : checkHosts(config, environment)),
    ...(has('providers') || providers.length < given.length
      ? []
      : [ok('providers', providers.map(({ id }) => id).join(', '))]),
    ...checkMail(providers, disabled),
    ...checkCompatibility(config),
  ]
}

/** Returns the providers of a config with the values of the environment. */
export function listProviders(config: AnyConfig): readonly ProviderConfig[] {
  return inspectConfig(config).providers.filter(isProvider)
}

/** A wrong import, such as `import { GitHub }`, gives undefined. The engine's own line says so. */
function isProvider(provider: ProviderConfig | undefined): provider is ProviderConfig {
  return typeof provider === 'object' && provider !== null
}

/** The engine only knows the option `origin`, which it takes from `AUTH_URL`. */
function explainAuthUrl(authUrl: string): CheckResult {
  return {
    check: 'hosts',
    state: 'wrong',
    message: `AUTH_URL is "${authUrl}", which is not an http or https URL.`,
    cure: 'Write it with its scheme, such as AUTH_URL=https://app.example.',
  }
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
      message: 'Neither AUTH_URL nor trustHost is set, so the app answers only on localhost.',
      cure: 'Set AUTH_URL=https://your.site in the environment of the server.',
    },
  ]
}

/** Sign-up and the reset of a password go by mail. An app may set passwords on its own instead. */
function checkMail(
  providers: readonly ProviderConfig[],
  disabled: Inspection['disabled'],
): readonly CheckResult[] {
  const mailers = providers.filter(({ type }) => type === 'email')
  const usable = mailers.filter(({ id }) => !disabled.has(id))
  const passwords = providers.find((one) => one.type === 'credentials' && one.passwords)
  if (!passwords || usable.length > 0) return usable.flatMap(checkPort)
  const [mailer] = mailers
  return [
    {
      check: 'mail',
      state: 'warning',
      message: mailer
        ? `The provider "${passwords.id}" needs the provider "${mailer.id}", which is disabled, so no visitor can sign up or reset a password, and no user whose address is unproven can sign in.`
        : `The provider "${passwords.id}" needs an e-mail provider, so no visitor can sign up or reset a password, and no user whose address is unproven can sign in.`,
      cure: mailer
        ? `Fix the provider "${mailer.id}" as above.`
        : 'Add one, such as Nodemailer or Resend, with `signIn: false` if it is for passwords only.',
    },
  ]
}

/** A port of the other scheme may be right, so the provider is not disabled for it. */
function checkPort(provider: ProviderConfig): readonly CheckResult[] {
  const url = provider.type === 'email' ? serverUrlOf(provider) : undefined
  const mistake = url === undefined ? undefined : explainSmtpPort(url)
  if (!mistake) return []
  return [
    {
      check: 'mail',
      state: 'warning',
      message: `\`server\` of the provider "${provider.id}" ${mistake.problem}.`,
      cure: mistake.cure,
    },
  ]
}

function isPlainHttp(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** When `compatibility` can be removed. What it tolerates is listed by its own check. */
function checkCompatibility(config: AnyConfig): readonly CheckResult[] {
  const check = 'compatibility'
  const { mode, mayBeRemoved } = describeCompatibility(config)
  if (mode === undefined) return []
  const cure = mayBeRemoved
    ? 'Remove the option when no server with Auth.js runs and you will not roll back.'
    : 'Fix the warnings above before you remove the option.'
  return [
    { check, state: 'warning', message: `\`compatibility: '${mode}'\` weakens checks.`, cure },
  ]
}

import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig, InvalidOrigin } from '../errors/config-errors.js'
import { isLoopback } from '../http/origin.js'
import { parseUrl } from '../http/parse-url.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'
import { isServiceUrl } from './is-service-url.js'

type ProxyOptions = Pick<
  AuthConfig<DefaultSession>,
  'origin' | 'redirectProxyOrigins' | 'redirectProxyUrl'
>

/**
 * Reports mistakes in the redirect proxy's URL and in the origins that it may forward responses to.
 */
export function* proxyMistakes(options: ProxyOptions): Generator<TypedAuthError> {
  if (!isProxyUrl(options.redirectProxyUrl)) {
    yield new InvalidConfig(
      'Expected `redirectProxyUrl` (or AUTH_REDIRECT_PROXY_URL) to be an https URL with the base path of the ' +
        `proxy, such as "https://app.example/auth", got ${formatValue(options.redirectProxyUrl)}.`,
    )
  }
  const given: unknown = options.redirectProxyOrigins ?? []
  if (!Array.isArray(given)) {
    yield new InvalidOrigin(
      `Expected \`redirectProxyOrigins\` to be an array of origins, got ${formatValue(given)}.`,
    )
    return
  }
  const hosts = ownHosts(options, given)
  for (const one of given as readonly unknown[]) {
    const host = hostOf(one)
    if (host === undefined) yield new InvalidOrigin(`${explainForm}, got ${formatValue(one)}.`)
    else if (!isOwn(host, hosts)) yield new InvalidOrigin(explainStar(one))
  }
}

function isProxyUrl(given: unknown): boolean {
  if (given === undefined || given === '') return true
  return typeof given === 'string' && isServiceUrl(given) && !/[?#]/.test(given)
}

const explainForm =
  'Expected `redirectProxyOrigins` to list origins such as "https://app.example", or with a star in ' +
  'the first label such as "https://*.preview.app.example"'

function explainStar(pattern: unknown): string {
  return (
    `The star in ${formatValue(pattern)} also matches hosts that may belong to others. Put the star below one of your own ` +
    'hosts: the host of `redirectProxyUrl` or `origin`, or a host that `redirectProxyOrigins` lists ' +
    'without a star.'
  )
}

/**
 * Returns the host of an https origin (or http on this machine), with or without a star in its
 * first label.
 */
function hostOf(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || !/^https?:\/\/[^.*]*\*?[^.*]*(?:\.[^*]*)?$/.test(pattern)) {
    return undefined
  }
  const url = parseUrl(pattern.replace('*', 'x'))
  // The origin must be written in the parser's form, so that it equals what a browser sends.
  if (!url || url.origin !== pattern.replace('*', 'x')) return undefined
  const isSafe = url.protocol === 'https:' || isLoopback(url.hostname)
  return isSafe ? pattern.replace(/^https?:\/\/|:\d+$/g, '') : undefined
}

/** Hosts that the config lists without a star. They belong to the app. */
function ownHosts(
  { origin, redirectProxyUrl }: ProxyOptions,
  patterns: readonly unknown[],
): readonly string[] {
  const listed = patterns.filter((one) => typeof one === 'string' && !one.includes('*'))
  const urls: readonly unknown[] = [redirectProxyUrl, origin, listed].flat()
  const hosts = urls.map((url) => (typeof url === 'string' ? parseUrl(url)?.hostname : undefined))
  return [...hosts.filter((host) => host !== undefined), 'localhost']
}

/**
 * Whether the star is below one of the app's own hosts. Checking for shared domains such as
 * `vercel.app` would need a long list that is never complete.
 */
function isOwn(host: string, hosts: readonly string[]): boolean {
  if (!host.includes('*')) return true
  const parent = host.slice(host.indexOf('.') + 1)
  return hosts.some((own) => parent === own || parent.endsWith(`.${own}`))
}

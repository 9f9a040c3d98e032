import type { Check } from '../oauth/relying-party.js'

/**
 * Which checks a sign-in makes. The default is all of them. A list in the config is used as it is,
 * except that `state` is always added because it identifies the attempt. `none` turns every check
 * off, unless a redirect proxy is used: the proxy needs `state`.
 */
export function resolveChecks(
  { type, checks }: { type: 'oauth' | 'oidc'; checks?: readonly string[] | undefined },
  proxyUrl: string | undefined,
): ReadonlySet<Check> {
  if (checks?.includes('none')) return new Set(proxyUrl === undefined ? [] : ['state'])
  const all: readonly Check[] = type === 'oidc' ? ['state', 'nonce', 'pkce'] : ['state', 'pkce']
  return new Set(checks ? all.filter((check) => check === 'state' || listed(checks, check)) : all)
}

/** Auth.js makes only the PKCE check unless the provider lists others. */
export function resolveAuthJsChecks(
  { checks = ['pkce'] }: { checks?: readonly string[] | undefined },
  proxyUrl: string | undefined,
): readonly Check[] {
  const made = proxyUrl === undefined ? checks : [...checks, 'state']
  const known: readonly Check[] = ['pkce', 'state', 'nonce']
  return known.filter((check) => listed(made, check))
}

function listed(checks: readonly string[], check: Check): boolean {
  return checks.includes(check)
}

import { randomBytes } from 'node:crypto'
import { resolveOAuthProvider } from '../../config/oauth-provider.js'
import { customFetch } from '../../model/markers.js'
import type { OAuthConfig } from '../../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../../model/provider.js'
import { createOAuthMemory } from '../../oauth/oauth-memory.js'
import { refreshTokens } from '../../oauth/refresh.js'
import { loadServer } from '../../oauth/server.js'
import { isObject } from '../read-file.js'
import type { CheckResult } from './check-result.js'

const check = 'online'

/** The largest difference between two clocks that ID tokens survive, in seconds. */
const mostSkew = 30

/** What a server says about a client whose id or secret it does not accept. */
const clientErrors = [
  'invalid_client',
  // GitHub and Slack have codes of their own.
  'incorrect_client_credentials',
  'invalid_client_id',
  'bad_client_secret',
]

/**
 * What a server says about a token that it does not know. It looks at the token only after it has
 * accepted the client, RFC 6749 section 5.2. GitHub and Slack have codes of their own.
 */
const tokenErrors = ['invalid_grant', 'bad_refresh_token', 'invalid_refresh_token']

/** An answer of a provider. */
interface Answer {
  readonly status: number
  readonly error: unknown
  /** By how many seconds the clock of this machine is ahead. */
  readonly skew: number | undefined
}

/**
 * Asks each provider for its metadata, and whether it knows the client. The request refreshes a
 * random token, which no server has issued, so it changes nothing.
 */
export async function checkOnline(
  providers: readonly ProviderConfig[],
): Promise<readonly CheckResult[]> {
  const asked = await Promise.all(providers.filter(hasClient).map(askProvider))
  const skews = asked.flatMap(({ skew }) => skew ?? [])
  return [...asked.map(({ result }) => result), checkClock(skews)]
}

/** Says that the checks of the network were not asked for. */
export function skipOnline(): readonly CheckResult[] {
  const message = 'Not checked. Run npx latchkey doctor --online to ask the providers.'
  return [
    { check, state: 'skipped', message },
    { check: 'clock', state: 'skipped', message },
  ]
}

function hasClient(provider: ProviderConfig): provider is OAuthConfig<AnyProfile> {
  return (provider.type === 'oauth' || provider.type === 'oidc') && Boolean(provider.clientId)
}

async function askProvider(
  provider: OAuthConfig<AnyProfile>,
): Promise<{ readonly result: CheckResult; readonly skew: number | undefined }> {
  const answers: Answer[] = []
  const observed = { ...provider, [customFetch]: observe(provider[customFetch] ?? fetch, answers) }
  const { party } = resolveOAuthProvider(
    observed,
    undefined,
    createOAuthMemory(),
    () => {},
    undefined,
  )
  let failure: unknown
  try {
    await loadServer(party)
    answers.push({ status: 0, error: undefined, skew: undefined })
    await refreshTokens(party, { refresh_token: randomBytes(24).toString('base64url') })
  } catch (error) {
    failure = error
  }
  const skew = answers.find((answer) => answer.skew !== undefined)?.skew
  return { result: judgeAnswers(provider.id, answers, failure), skew }
}

/** The answers before the mark belong to discovery, and those after it to the token endpoint. */
function judgeAnswers(id: string, answers: readonly Answer[], failure: unknown): CheckResult {
  const mark = answers.findIndex(({ status }) => status === 0)
  const reason = failure instanceof Error ? failure.message : ''
  if (mark === -1) return { check, state: 'wrong', message: `"${id}": ${reason}` }
  const last = answers.slice(mark + 1).at(-1)
  if (!last) return { check, state: 'unknown', message: `"${id}" was not asked: ${reason}` }
  if (last.status === 401 || clientErrors.includes(String(last.error))) {
    return {
      check,
      state: 'wrong',
      message: `"${id}" does not accept the client id or the client secret.`,
      cure: 'Copy both again from the page where you registered the app.',
    }
  }
  if (tokenErrors.includes(String(last.error))) {
    return { check, state: 'ok', message: `"${id}" answers and accepts the client.` }
  }
  const answer = isErrorCode(last.error) ? `${last.status} (${last.error})` : last.status
  if (last.status === 404) {
    return {
      check,
      state: 'wrong',
      message: `"${id}" answers ${answer} at its token endpoint.`,
      cure: 'Check the client id, and the issuer or the URL of the token endpoint.',
    }
  }
  return {
    check,
    state: 'unknown',
    message: `"${id}" answers ${answer}, so it is unknown whether it accepts the client.`,
    cure: isTemporary(last.status)
      ? 'Try again later.'
      : 'Sign in once to see whether the provider works.',
  }
}

/** Any other text of a server is not printed. */
function isErrorCode(error: unknown): error is string {
  return typeof error === 'string' && /^[\w.-]{1,64}$/.test(error)
}

function isTemporary(status: number): boolean {
  return status === 429 || status >= 500
}

function checkClock(skews: readonly number[]): CheckResult {
  const [skew] = [...skews].sort((a, b) => Math.abs(a) - Math.abs(b))
  if (skew === undefined) {
    return { check: 'clock', state: 'skipped', message: 'No provider sent its time.' }
  }
  const seconds = Math.abs(skew)
  if (seconds <= mostSkew) {
    return {
      check: 'clock',
      state: 'ok',
      message: `It differs by ${seconds} s from the provider's.`,
    }
  }
  return {
    check: 'clock',
    state: 'wrong',
    message: `The clock of this machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the provider's.`,
    cure: 'Set the clock, for example with NTP. ID tokens are refused otherwise.',
  }
}

/** Records the answers of a provider while the engine reads them. */
function observe(send: typeof fetch, answers: Answer[]): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const sent = Date.parse(response.headers.get('date') ?? '')
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    answers.push({
      status: response.status,
      error: isObject(body) ? body['error'] : undefined,
      skew: Number.isNaN(sent) ? undefined : Math.round((Date.now() - sent) / 1000),
    })
    return response
  }
}

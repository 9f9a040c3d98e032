import { randomHex } from '../crypto/random.js'
import type { Secrets } from '../crypto/secrets.js'
import { InvalidEmailAddress } from '../errors/email-errors.js'
import { parseEmailAddress } from '../http/email-address.js'
import type { Awaitable } from '../model/awaitable.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'
import type { Theme } from '../model/options.js'
import type { ResolvedTelemetry } from './telemetry.js'

/** An e-mail provider with every default filled in. */
export interface ResolvedEmailProvider {
  readonly type: 'email'
  readonly id: string
  readonly name: string
  /** How long a sign-in link works, in seconds. */
  readonly maxAge: number
  /** The lifetime that the app has set. */
  readonly givenMaxAge: number | undefined
  /** The number of digits of the sign-in code. Undefined if the mail contains only a link. */
  readonly codeLength: number | undefined
  /**
   * The keys for hashing tokens. New hashes use the first, and all of them are tried for
   * verification.
   */
  readonly secrets: Secrets
  /**
   * Normalizes the address that the visitor entered. Throws if it is not exactly one e-mail
   * address.
   */
  readonly normalize: (entered: unknown) => string
  readonly generateToken: () => Awaitable<string>
  /** Whether the app generates the tokens. A user may have to type them. */
  readonly hasCustomTokens: boolean
  readonly send: (params: SendParams) => Awaitable<void>
}

/** What a mail is sent with, besides the provider. */
export type SendParams = Omit<VerificationRequestParams, 'provider' | 'theme'> & {
  readonly theme: Theme
}

export function resolveEmailProvider(
  provider: EmailConfig,
  secrets: Secrets,
  telemetry?: ResolvedTelemetry,
): ResolvedEmailProvider {
  const send: ResolvedEmailProvider['send'] = (params) =>
    // The declared parameters differ only in optional fields that may be `undefined` here.
    provider.sendVerificationRequest({ ...params, provider } as VerificationRequestParams)
  return {
    type: 'email',
    id: provider.id,
    name: provider.name,
    maxAge: provider.maxAge ?? 10 * 60,
    givenMaxAge: provider.maxAge,
    codeLength: provider.codeLength,
    secrets: provider.secret ? [provider.secret] : secrets,
    normalize: (entered) => normalize(provider, entered),
    // Called as methods, because the provider's functions may use `this`.
    generateToken: async () => (await provider.generateVerificationToken?.()) || randomHex(),
    hasCustomTokens: provider.generateVerificationToken !== undefined,
    send: telemetry ? (params) => measureMail(telemetry, provider, params, send) : send,
  }
}

function measureMail(
  telemetry: ResolvedTelemetry,
  { id }: EmailConfig,
  params: SendParams,
  send: ResolvedEmailProvider['send'],
): Promise<void> {
  const measured = {
    name: 'send mail',
    kind: 'client',
    histogram: 'latchkey.mail.duration',
    attributes: {
      'latchkey.provider': id,
      'latchkey.mail.purpose': params.purpose ?? 'signIn',
    },
  } as const
  return telemetry.run(measured, async () => send(params))
}

/**
 * The result of `normalizeIdentifier` is parsed too, because a list of addresses would send the
 * mail to all of them.
 */
function normalize(provider: EmailConfig, entered: unknown): string {
  const text = typeof entered === 'string' ? entered : ''
  const address = parseEmailAddress(
    provider.normalizeIdentifier
      ? runNormalizer(provider.normalizeIdentifier.bind(provider), text)
      : text,
  )
  if (address !== undefined) return address
  throw new InvalidEmailAddress('The visitor did not enter a valid e-mail address.')
}

function runNormalizer(normalizer: (text: string) => string, text: string): string {
  try {
    return normalizer(text)
  } catch (cause) {
    throw new InvalidEmailAddress('`normalizeIdentifier` refused the address.', { cause })
  }
}

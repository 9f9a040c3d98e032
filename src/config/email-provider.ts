import { randomHex } from '../crypto/random.js'
import { InvalidEmailAddress } from '../errors/email-errors.js'
import { parseEmailAddress } from '../http/email-address.js'
import type { Awaitable } from '../model/awaitable.js'
import type { EmailConfig, VerificationRequestParams } from '../model/email.js'

/** An e-mail provider as the engine sees it. */
export interface ResolvedEmailProvider {
  readonly type: 'email'
  readonly id: string
  readonly name: string
  /** Seconds that a link works. */
  readonly maxAge: number
  /** Digits of the code beside the link; undefined when there is none. */
  readonly codeLength: number | undefined
  /** What the hashes of tokens are keyed with: the first makes, all are tried. */
  readonly secrets: readonly string[]
  /** The address that was typed; throws if it is not one e-mail address. */
  readonly normalize: (typed: unknown) => string
  readonly generateToken: () => Awaitable<string>
  readonly send: (params: Omit<VerificationRequestParams, 'provider'>) => Awaitable<void>
}

export function resolveEmailProvider(
  provider: EmailConfig,
  secrets: readonly string[],
): ResolvedEmailProvider {
  return {
    type: 'email',
    id: provider.id,
    name: provider.name,
    maxAge: provider.maxAge ?? 10 * 60,
    codeLength: provider.codeLength,
    secrets: provider.secret ? [provider.secret] : secrets,
    normalize: (typed) => normalize(provider, typed),
    // Called as methods: they may use `this`.
    generateToken: async () => (await provider.generateVerificationToken?.()) || randomHex(),
    send: (params) => provider.sendVerificationRequest({ ...params, provider }),
  }
}

/** What `normalizeIdentifier` returns is parsed too: a list of addresses would reach all of them. */
function normalize(provider: EmailConfig, typed: unknown): string {
  const text = typeof typed === 'string' ? typed : ''
  const address = parseEmailAddress(
    provider.normalizeIdentifier
      ? askNormalizer(provider.normalizeIdentifier.bind(provider), text)
      : text,
  )
  if (address !== undefined) return address
  throw new InvalidEmailAddress('What was typed is not one e-mail address.')
}

function askNormalizer(normalizer: (text: string) => string, text: string): string {
  try {
    return normalizer(text)
  } catch (cause) {
    throw new InvalidEmailAddress('`normalizeIdentifier` refused the address.', { cause })
  }
}

import { instantiateProvider } from '../../../src/config/providers.js'
import type {
  EmailConfig,
  SendingProvider,
  VerificationRequestParams,
} from '../../../src/model/email.js'

/** The clear token of the mail; no error may repeat it. */
export const token = '5f0c2b8d9e1a4c7f5f0c2b8d9e1a4c7f'

/** What the engine gives to a sender: the provider has its options merged, and its key. */
export function paramsFor(
  provider: EmailConfig,
  more: Partial<VerificationRequestParams> = {},
): VerificationRequestParams {
  const url = `https://app.test/auth/callback/${provider.id}?token=${token}`
  return {
    identifier: 'ada@example.com',
    url,
    token,
    expires: new Date(0),
    provider: instantiateProvider(provider) as SendingProvider,
    theme: {},
    request: new Request('https://app.test/auth/signin', { method: 'POST' }),
    mail: { subject: 'Sign in', text: `Open ${url}`, html: `<a href="${url}">Sign in</a>` },
    ...more,
  }
}

/** Sends the mail with the provider's own function. */
export async function send(
  provider: EmailConfig,
  more: Partial<VerificationRequestParams> = {},
): Promise<void> {
  const params = paramsFor(provider, more)
  await params.provider.sendVerificationRequest(params)
}

/** The error that a promise ends with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & { type?: string }> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof Error) return thrown
  throw new Error('Expected a failure.')
}

import { isWebAuthn, type ResolvedProvider } from '../../config/providers.js'
import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import type { RouteContext, SignInContext } from '../../context/context.js'
import { routeUrl, type SafeUrl } from '../../context/redirects.js'
import type { CredentialInputs } from '../../model/credentials.js'
import type { Language } from '../../model/page-texts.js'
import { defaultEmailLabel } from '../../model/webauthn.js'
import { passkeyMessages } from '../../pages/passkey-form.js'
import type { PasskeySignUp } from '../../pages/passkey-sign-up.js'
import type { PasskeyOption } from '../../pages/sign-in-option.js'
import { areDiscoverable } from '../../webauthn/options.js'
import { loadPasskeyFlows } from '../passkey/load-flows.js'

/** Returns what the sign-up page offers with passkeys. Undefined in an app without passkeys. */
export async function findPasskeySignUp(
  ctx: RouteContext,
  language: Language,
): Promise<PasskeySignUp | undefined> {
  const providers = [...ctx.config.providers.values()].filter(isWebAuthn)
  if (providers.length === 0) return undefined
  const options = providers.map((provider) => toPasskeyOption(ctx, provider, language))
  return { options, scriptUrl: await passkeyScriptUrl(ctx, providers) }
}

/** Describes a passkey provider for a page. */
export function toPasskeyOption(
  { config: { basePath } }: SignInContext,
  { id, name, config }: ResolvedWebAuthnProvider,
  language: Language,
): PasskeyOption {
  const { formFields, enableConditionalUI: autofill } = config
  const fields = labelPasskeyFields(formFields, language)
  const needsFields = !areDiscoverable(config)
  return { type: 'webauthn', id, name, fields, needsFields, autofill, basePath }
}

/** What a page of the app needs to sign in with a passkey. */
export interface PasskeyDescription {
  /** Whether a sign-in needs the fields, because a browser does not find the passkey without them. */
  readonly needsFields: boolean
  /** Whether the page may offer passkeys in the autofill of a field. */
  readonly autofill: boolean
  /** The path of the auth routes. */
  readonly basePath: string
  /** What to tell the visitor, by the `code` of a `PasskeyError`. `general` is for all other codes. */
  readonly messages: Readonly<Record<string, string>>
}

/** Describes a passkey provider for a page of the app. */
export function describePasskey(
  ctx: SignInContext,
  provider: ResolvedWebAuthnProvider,
  language: Language,
): PasskeyDescription {
  const { needsFields, autofill, basePath } = toPasskeyOption(ctx, provider, language)
  return { needsFields, autofill, basePath, messages: passkeyMessages(language.texts) }
}

/** Returns the URL of the page's passkey script. A page without passkeys loads nothing. */
export async function passkeyScriptUrl(
  ctx: RouteContext,
  providers: readonly ResolvedProvider[],
): Promise<SafeUrl | undefined> {
  const provider = providers
    .filter(isWebAuthn)
    .find(({ config }) => config.simpleWebAuthnBrowserVersion !== false)
  if (!provider) return undefined
  const { version } = await (await loadPasskeyFlows(provider)).loadScript()
  return routeUrl(ctx, 'webauthn-script', { v: version })
}

/** The e-mail field of a provider without fields of its own is labelled in the page's language. */
export function labelPasskeyFields(
  fields: CredentialInputs,
  { texts }: Language,
): CredentialInputs {
  const { email } = fields
  if (email?.label !== defaultEmailLabel) return fields
  return { ...fields, email: { dir: 'ltr', ...email, label: texts.signIn.email } }
}

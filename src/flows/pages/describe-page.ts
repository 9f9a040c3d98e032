import {
  isCredentials,
  isEmail,
  isOAuth,
  isWebAuthn,
  type ResolvedProvider,
} from '../../config/providers.js'
import type { Context, SignInContext } from '../../context/context.js'
import { findEnteredNames } from '../../context/entered-names.js'
import { findLastSignIn, type LastSignIn } from '../../context/last-sign-in.js'
import { pageUrl, resolveRedirect } from '../../context/redirects.js'
import { pickAttributes } from '../../http/html.js'
import type { CredentialInputs } from '../../model/credentials.js'
import type { EnteredNames } from '../../model/entered-names.js'
import type { Language } from '../../model/page-texts.js'
import type { PublicProvider } from '../../model/provider.js'
import { describeField, emailInput, type FormField } from '../../pages/credential-field.js'
import { describeErrorType, type ErrorDescription } from '../../pages/describe-error.js'
import { labelOption } from '../../pages/sign-in-option.js'
import { describeStyle, type ProviderStyle } from '../../pages/provider-style.js'
import { readCallbackUrl } from '../form-fields.js'
import { labelCredentials } from './label-credentials.js'
import { languageOf } from './language.js'
import { describePasskey, labelPasskeyFields, type PasskeyDescription } from './passkey-options.js'
import { toPublicProvider } from './public-provider.js'
import { findSignUpUrl } from './show-sign-up.js'

/** What every page receives. */
export interface PageDescription {
  /** Language of all texts, as a BCP 47 tag. */
  readonly language: string
  /** The writing direction of the language. */
  readonly direction: 'ltr' | 'rtl'
}

/** What a sign-in page shows. */
export interface SignInDescription extends PageDescription {
  /** The ways to sign in, in the order of the config. */
  readonly providers: readonly SignInProvider[]
  /**
   * The URL after the sign-in, absolute and safe to redirect to. Undefined if the visitor requested
   * no page.
   */
  readonly callbackUrl: string | undefined
  /** URL of the sign-up page. Undefined if visitors can sign up neither with a password nor with a passkey. */
  readonly signUpUrl: string | undefined
  /** Why the last attempt failed. */
  readonly error: ErrorDescription | undefined
}

/** A way to sign in, as a page shows it. */
export interface SignInProvider extends Readonly<PublicProvider> {
  /** The text of its button, such as "Sign in with GitHub". */
  readonly label: string
  /** Whether the last sign-in in this browser used this provider. */
  readonly isLastUsed: boolean
  /**
   * The fields that the visitor fills in. Empty for a provider that the browser is redirected to.
   */
  readonly fields: readonly FormField[]
  /** The style of an OAuth provider. Empty for all others. */
  readonly style: ProviderStyle
  /** What a page needs to sign in with a passkey. Undefined for providers of other types. */
  readonly passkey: PasskeyDescription | undefined
}

/** What an error page shows. */
export interface ErrorPageDescription extends PageDescription {
  readonly error: ErrorDescription
}

/** What a custom page can say about itself. */
export interface PageOptions {
  /**
   * BCP 47 tag of the page's own language. Default: the language that the built-in pages would use.
   */
  readonly language?: string | undefined
}

/** Describes the sign-in page that the visitor requests. */
export async function describeSignInPage(
  ctx: SignInContext,
  options: PageOptions,
): Promise<SignInDescription> {
  const language = await languageOf(ctx, options.language)
  const query = queryOf(ctx)
  const last = await findLastSignIn(ctx)
  const callbackUrl = readCallbackUrl({ fields: {}, query })
  const next = callbackUrl === undefined ? undefined : await resolveRedirect(ctx, callbackUrl)
  const error = query.get('error')
  const entered = error ? await findEnteredNames(ctx) : undefined
  return {
    ...describeLanguage(language),
    providers: await Promise.all(
      [...ctx.config.providers.values()].map((provider) =>
        describeProvider(ctx, provider, language, { last, entered }),
      ),
    ),
    callbackUrl: next,
    signUpUrl: findSignUpUrl(ctx, { callbackUrl: next }),
    error: error ? describeError(ctx, error, language) : undefined,
  }
}

/** Describes the error page that the visitor was redirected to. */
export async function describeErrorPage(
  ctx: Context,
  options: PageOptions,
): Promise<ErrorPageDescription> {
  const language = await languageOf(ctx, options.language)
  const error = describeError(ctx, queryOf(ctx).get('error') ?? '', language)
  return { ...describeLanguage(language), error }
}

/** Describes the language for a page. */
export function describeLanguage({ code, direction }: Language): PageDescription {
  return { language: code, direction }
}

function describeError(ctx: Context, type: string, language: Language): ErrorDescription {
  const signinUrl = pageUrl(ctx, 'signIn', 'signin')
  return describeErrorType(type, { language, signinUrl, siteUrl: ctx.origin })
}

function queryOf({ request }: Context): URLSearchParams {
  return new URL(request.url).searchParams
}

/** What the browser's cookies tell. */
interface Remembered {
  readonly last: LastSignIn | undefined
  readonly entered: EnteredNames | undefined
}

async function describeProvider(
  ctx: SignInContext,
  provider: ResolvedProvider,
  language: Language,
  { last, entered }: Remembered,
): Promise<SignInProvider> {
  return {
    ...toPublicProvider(ctx, provider),
    label: labelOption(provider, language.texts.signIn),
    isLastUsed: provider.id === last?.providerId,
    fields: withValues(
      await fieldsOf(ctx, provider, language),
      entered?.providerId === provider.id ? entered.values : {},
    ),
    style: describeStyle(isOAuth(provider) ? provider.style : undefined),
    passkey: isWebAuthn(provider) ? describePasskey(ctx, provider, language) : undefined,
  }
}

function withValues(
  fields: readonly FormField[],
  values: EnteredNames['values'],
): readonly FormField[] {
  return fields.map((field) =>
    Object.hasOwn(values, field.name)
      ? { ...field, attributes: pickAttributes({ ...field.attributes, value: values[field.name] }) }
      : field,
  )
}

async function fieldsOf(
  ctx: SignInContext,
  provider: ResolvedProvider,
  language: Language,
): Promise<readonly FormField[]> {
  const { texts } = language
  if (isEmail(provider)) return [describeField('email', emailInput(texts.signIn.email))]
  const inputs = Object.entries(await inputsOf(ctx, provider, language))
  return inputs.map(([name, field]) => describeField(name, field))
}

async function inputsOf(
  ctx: SignInContext,
  provider: ResolvedProvider,
  language: Language,
): Promise<CredentialInputs> {
  if (isWebAuthn(provider)) return labelPasskeyFields(provider.config.formFields, language)
  return isCredentials(provider) ? labelCredentials(ctx, provider, language) : {}
}

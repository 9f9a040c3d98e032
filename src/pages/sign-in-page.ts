import { html, type Html } from '../http/html.js'
import { renderAlert } from './alert.js'
import { describeSite, logoOrigin, renderDocument, type PageShell } from './document.js'
import { findErrorText } from './error-texts.js'
import { fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { mistakeRules, renderMistakes } from './mistake-list.js'
import { passwordLinkRules, type PasswordLinks } from './password-links.js'
import { writeBadgePaint } from './provider-badge.js'
import { renderOption, type OptionSurroundings, type SignInOption } from './sign-in-option.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { ErrorWords } from '../model/page-texts.js'

/** The input of the sign-in page. */
export interface SignInPageProps extends PageShell {
  /** Undefined if the CSRF check is turned off. The forms then have no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open after the sign-in. */
  readonly callbackUrl: string
  readonly providers: readonly SignInOption[]
  /**
   * Why the last attempt failed. Only the library's own texts are shown. `code` is for the app's
   * own pages.
   */
  readonly error?: { readonly type: string; readonly code?: string | undefined } | undefined
  /** The initial value of the e-mail field. */
  readonly email?: string | undefined
  /** Id of the provider that the visitor used last time. Its button is marked. */
  readonly lastUsed?: string | undefined
  /** Links next to the form of a provider that stores passwords. */
  readonly passwordLinks?: PasswordLinks | undefined
  /** URL of the passkey script. Undefined if no provider needs it. */
  readonly scriptUrl?: string | undefined
  /** What the log says about the error, or about disabled providers. Empty in production. */
  readonly reports?: readonly MistakeReport[]
}

/** Renders the sign-in page. */
export function renderSignInPage(props: SignInPageProps): Html {
  const { language, theme, providers, reports = [] } = props
  const texts = language.texts.signIn
  const site = describeSite(props.siteUrl)
  const error = props.error && findErrorText(language.texts, props.error.type)
  const place = findErrorPlace(props)
  return renderDocument(props, {
    heading: texts.heading,
    notice: error?.title,
    glyph: 'key',
    lead: html`${site && html`<p class="lead">${fillText(texts.lead, { site: linkTo(site) })}</p>`}`,
    body: html`${error && place === undefined && renderAlert(error)}
      <div class="content">${renderOptions(props, error, place)}</div>
      ${renderMistakes(reports)} ${props.scriptUrl && renderScript(props.scriptUrl, props.nonce)}`,
    rules: [
      ...providers.flatMap((option, index) =>
        isService(option) ? (writeBadgePaint(option, index, theme) ?? []) : [],
      ),
      ...(props.passwordLinks ? passwordLinkRules : []),
      ...(reports.length > 0 ? mistakeRules : []),
    ],
  })
}

function renderScript(url: string, nonce: string): Html {
  return html`<script type="module" nonce="${nonce}" src="${url}"></script>`
}

function linkTo({ href, host }: { href: string; host: string }): Html {
  return html`<a href="${href}">${isolate(host)}</a>`
}

function renderOptions(
  props: SignInPageProps,
  error: ErrorWords | undefined,
  place: SignInOption | undefined,
): readonly Html[] {
  const { providers, passwordLinks } = props
  const texts = props.language.texts.signIn
  if (providers.length === 0) return [html`<p class="hint">${texts.noProviders}</p>`]
  const around: OptionSurroundings = {
    texts,
    errors: props.language.texts.errors,
    hidden: renderHiddenInputs({ csrfToken: props.csrfToken, callbackUrl: props.callbackUrl }),
    email: props.email,
    imageOrigins: [describeSite(props.siteUrl)?.href, logoOrigin(props.theme)],
  }
  const lastUsed = providers.find(({ id }) => id === props.lastUsed)
  return providers.map((option, index) => {
    const divider =
      needsDivider(providers[index - 1], option) && html`<p class="or">${texts.or}</p>`
    return html`${divider}
    ${renderOption(option, around, {
      index,
      lastUsed: option === lastUsed,
      error: option === place ? error : undefined,
      links: option.id === passwordLinks?.providerId ? passwordLinks : undefined,
    })}`
  })
}

const fieldErrors: Readonly<Record<string, SignInOption['type']>> = {
  CredentialsSignin: 'credentials',
  EmailSignInError: 'email',
  InvalidEmailAddress: 'email',
}

/**
 * Finds the form that an error belongs to. Undefined if it belongs to no form, or to more than one.
 */
function findErrorPlace({ error, providers }: SignInPageProps): SignInOption | undefined {
  if (error === undefined || !Object.hasOwn(fieldErrors, error.type)) return undefined
  const [place, ...others] = providers.filter(({ type }) => type === fieldErrors[error.type])
  return others.length === 0 ? place : undefined
}

function needsDivider(previous: SignInOption | undefined, option: SignInOption): boolean {
  return previous !== undefined && !(isService(previous) && isService(option))
}

function isService(
  option: SignInOption,
): option is Extract<SignInOption, { type: 'oauth' | 'oidc' }> {
  return option.type === 'oauth' || option.type === 'oidc'
}

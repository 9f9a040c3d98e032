import { html, type Html } from '../http/html.js'
import { renderAlert } from './alert.js'
import { arrangeOptions, type Arrangement, type ButtonOption } from './arrange-options.js'
import {
  describeSite,
  logoOrigin,
  renderDocument,
  type DocumentContent,
  type PageShell,
} from './document.js'
import { findErrorText } from './error-texts.js'
import { fillPlainText, fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { renderLegalLinks } from './legal-links.js'
import { mistakeRules, renderMistakes } from './mistake-list.js'
import {
  foldedRules,
  renderButtonOption,
  renderFoldedForm,
  renderOpenForm,
  type OptionSurroundings,
} from './option-form.js'
import { renderPasskeySignIn } from './passkey-form.js'
import { renderPasskeyScript } from './passkey-script.js'
import {
  passwordLinkRules,
  renderQuietLink,
  type PageLink,
  type PasswordLinks,
} from './password-links.js'
import { writeBadgePaint } from './provider-badge.js'
import type { EnteredNames } from '../model/entered-names.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { SignInOption } from './sign-in-option.js'

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
  /** What the visitor entered in the form that failed. Never a password. */
  readonly entered?: EnteredNames | undefined
  /** Id of the provider that the visitor used last time. Its button is marked. */
  readonly lastUsed?: string | undefined
  /** The link next to the form of a provider that stores passwords. */
  readonly passwordLinks?: PasswordLinks | undefined
  /** Undefined if visitors cannot create accounts with a form of this page. */
  readonly signUp?: PageLink | undefined
  /** URL of the passkey script. Undefined if no provider needs it. */
  readonly scriptUrl?: string | undefined
  /** What the log says about the error, or about disabled providers. Empty in production. */
  readonly reports?: readonly MistakeReport[]
}

/** Renders the sign-in page. */
export function renderSignInPage(props: SignInPageProps): Html {
  const { language, theme, reports = [] } = props
  const texts = language.texts.signIn
  const site = describeSite(props.siteUrl)
  const error = props.error && findErrorText(language.texts, props.error.type)
  const place = findErrorPlace(props)
  const lastUsed = props.providers.find(({ id }) => id === props.lastUsed)
  const legal = renderLegalLinks(props)
  const arrangement = arrangeOptions(props.providers, lastUsed)
  const around = surround(props, {
    lastUsed,
    error: error && place && { option: place, words: error },
    offersPasskeys: arrangement.passkeys.some(({ autofill }) => autofill),
  })
  return renderDocument(props, {
    ...chooseHeading(props),
    notice: error?.title,
    glyph: 'key',
    lead: html`${site && html`<p class="lead">${fillText(texts.lead, { site: linkTo(site) })}</p>`}`,
    body: html`${error && place === undefined && renderAlert(error)}
      <div class="content">${renderOptions(arrangement, around, props)}</div>
      ${renderSignUp(props)} ${legal.markup} ${renderMistakes(reports)}
      ${renderPasskeyScript(props.scriptUrl, props.nonce)}`,
    rules: [
      ...optionRules,
      ...arrangement.buttons.flatMap((option, index) =>
        option.type === 'credentials' ? [] : (writeBadgePaint(option, index, theme) ?? []),
      ),
      ...(props.passwordLinks ? passwordLinkRules : []),
      ...(reports.length > 0 ? mistakeRules : []),
      ...(props.signUp ? signUpRules : []),
      ...legal.rules,
    ],
  })
}

function chooseHeading({
  theme: { name },
  language,
}: SignInPageProps): Pick<DocumentContent, 'heading' | 'headingMarkup'> {
  const { heading, headingTo } = language.texts.signIn
  if (name === undefined) return { heading }
  return {
    heading: fillPlainText(headingTo, { site: name }),
    headingMarkup: fillText(headingTo, { site: isolate(name) }),
  }
}

/** CSS rules for the options. Only this page has them. */
const optionRules: readonly string[] = [
  '.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem}',
  // Two lines are as high as one, so that all buttons of the grid are.
  '.columns .with-badge{grid-template-columns:1.75rem 1fr;padding-block:.25rem;font-size:.9375rem;line-height:1.2;text-align:start}',
  '.plain{min-block-size:2.5rem;padding:.5rem;border-color:transparent;background:none;color:var(--muted);font-size:.9375rem;font-weight:400;text-decoration:underline 1px;text-underline-offset:.2em}',
  'form>.plain,form>.last-used:has(.plain){margin-block-start:-.5rem}',
  ...foldedRules,
]

/** CSS rules for the link to the sign-up page. */
const signUpRules: readonly string[] = [
  '.foot{margin-block-start:1.5rem;padding-block-start:1.25rem;border-block-start:1px solid var(--line);text-align:center}',
  '.foot .quiet{display:inline-block;margin:-.75rem}',
]

/** More services than this are shown in two columns. */
const mostInOneColumn = 6

function surround(
  props: SignInPageProps,
  state: Pick<OptionSurroundings, 'lastUsed' | 'error' | 'offersPasskeys'>,
): OptionSurroundings {
  const { texts } = props.language
  return {
    ...state,
    texts: texts.signIn,
    errors: texts.errors,
    hidden: renderHiddenInputs({ csrfToken: props.csrfToken, callbackUrl: props.callbackUrl }),
    email: props.email,
    entered: props.entered,
    links: props.passwordLinks,
    imageOrigins: [describeSite(props.siteUrl)?.href, logoOrigin(props.theme)],
  }
}

function linkTo({ href, host }: { href: string; host: string }): Html {
  return html`<a href="${href}">${isolate(host)}</a>`
}

function renderOptions(
  arrangement: Arrangement,
  around: OptionSurroundings,
  { language }: SignInPageProps,
): Html {
  const { buttons, form, mail, folded, passkeys, startsWithForm } = arrangement
  if (buttons.length === 0 && form === undefined && passkeys.length === 0) {
    return html`<p class="hint">${around.texts.noProviders}</p>`
  }
  const groups = [
    buttons.length > 0 && renderButtons(buttons, around),
    (form !== undefined || passkeys.length > 0) &&
      html`${form && renderOpenForm(form, mail, around)}
      ${passkeys.map((option) => renderPasskeySignIn(option, language.texts, around, { isMain: form === undefined }))}
      ${folded.map((other) => renderFoldedForm(other, around))}`,
  ].filter((group) => group !== false)
  if (startsWithForm) groups.reverse()
  const divider = html`<p class="or">${around.texts.or}</p>`
  return html`${groups.map((group, index) => [index > 0 && divider, group])}`
}

/** Visitors without an account need none of the options above. */
function renderSignUp({ signUp }: SignInPageProps): Html | undefined {
  const link = renderQuietLink(signUp)
  return link && html`<p class="foot">${link}</p>`
}

function renderButtons(buttons: readonly ButtonOption[], around: OptionSurroundings): Html {
  const isShort = buttons.length > mostInOneColumn
  const rendered = buttons.map((option, index) =>
    renderButtonOption(option, { index, isShort }, around),
  )
  return isShort ? html`<div class="columns">${rendered}</div>` : html`${rendered}`
}

const fieldErrors: Readonly<Record<string, SignInOption['type']>> = {
  CredentialsSignin: 'credentials',
  EmailSignInError: 'email',
  InvalidEmailAddress: 'email',
}

/**
 * Finds the form that an error belongs to. Undefined if it belongs to no form, or may belong to more
 * than one.
 */
function findErrorPlace({ error, entered, providers }: SignInPageProps): SignInOption | undefined {
  if (error === undefined || !Object.hasOwn(fieldErrors, error.type)) return undefined
  const places = providers.filter(({ type }) => type === fieldErrors[error.type])
  const posted = places.find(({ id }) => id === entered?.providerId)
  return posted ?? (places.length === 1 ? places[0] : undefined)
}

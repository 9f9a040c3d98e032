import { html, type Html } from '../http/html.js'
import { describeSite, logoOrigin, renderDocument, type PageShell } from './document.js'
import { findErrorText } from './error-texts.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { renderOption, writeOptionPaint, type SignInOption } from './sign-in-option.js'

/** What the sign-in page shows. */
export interface SignInPageProps extends PageShell {
  /** Left out of the forms when undefined: the CSRF check is switched off. */
  readonly csrfToken: string | undefined
  /** Where a finished sign-in leads. */
  readonly callbackUrl: string
  readonly providers: readonly SignInOption[]
  /** Why the last attempt failed. Only a text of our own is shown; `code` is for pages of the application. */
  readonly error?: { readonly type: string; readonly code?: string | undefined } | undefined
  /** Fills the e-mail field. */
  readonly email?: string | undefined
}

/** Renders the sign-in page. */
export function renderSignInPage(props: SignInPageProps): Html {
  const site = describeSite(props.siteUrl)
  return renderDocument(props, {
    heading: 'Sign in',
    glyph: 'key',
    lead: html`${
      site && html`<p class="lead">to continue to <a href="${site.href}">${site.host}</a></p>`
    }`,
    body: html`${renderAlert(props)}
      <div class="content">${renderOptions(props)}</div>`,
    rules: props.providers.flatMap((option, index) => writeOptionPaint(option, index) ?? []),
  })
}

const alertId = 'sign-in-error'

function renderAlert({ error }: SignInPageProps): Html | undefined {
  if (error === undefined) return undefined
  const { title, sentence } = findErrorText(error.type)
  return html`<p class="alert" role="alert" id="${alertId}">
    <strong>${title}</strong> ${sentence}
  </p>`
}

function renderOptions(props: SignInPageProps): readonly Html[] {
  if (props.providers.length === 0) {
    return [html`<p class="hint">This site does not offer a way to sign in yet.</p>`]
  }
  const around = {
    hidden: renderHiddenInputs({ csrfToken: props.csrfToken, callbackUrl: props.callbackUrl }),
    email: props.email,
    imageOrigins: [describeSite(props.siteUrl)?.href, logoOrigin(props.theme)],
    describedBy: (type: SignInOption['type']) =>
      props.error && props.error.type === fieldErrors[type] ? alertId : undefined,
  }
  return props.providers.map((option, index) => {
    const previous = props.providers[index - 1]
    return html`${needsDivider(previous, option) && html`<p class="or">or</p>`}
    ${renderOption(option, index, around)}`
  })
}

const fieldErrors: Readonly<Partial<Record<SignInOption['type'], string>>> = {
  credentials: 'CredentialsSignin',
  email: 'EmailSignInError',
}

function needsDivider(previous: SignInOption | undefined, option: SignInOption): boolean {
  return previous !== undefined && !(isButtonOnly(previous) && isButtonOnly(option))
}

function isButtonOnly(option: SignInOption): boolean {
  return option.type === 'oauth' || option.type === 'oidc'
}

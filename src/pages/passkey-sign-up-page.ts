import { html, type Html } from '../http/html.js'
import { acceptLink } from '../http/accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { renderLegalLinks } from './legal-links.js'
import { renderPasskeySignUp, type PasskeySignUp } from './passkey-sign-up.js'

/** The input of the sign-up page of an app without passwords. */
export interface PasskeySignUpPageProps extends PageShell {
  /** Undefined if the CSRF check is turned off. */
  readonly csrfToken: string | undefined
  /** The URL to open after the sign-up. */
  readonly callbackUrl: string
  readonly passkeys: PasskeySignUp
  readonly signinUrl: string
}

/** Renders the page that creates an account with a passkey. */
export function renderPasskeySignUpPage(props: PasskeySignUpPageProps): Html {
  const { signIn, links } = props.language.texts
  const site = describeSite(props.siteUrl)
  const signinUrl = acceptLink(props.signinUrl)
  const legal = renderLegalLinks(props)
  return renderDocument(props, {
    heading: links.signUp,
    glyph: 'key',
    lead: html`${
      site &&
      html`<p class="lead">
        ${fillText(signIn.lead, { site: html`<a href="${site.href}">${isolate(site.host)}</a>` })}
      </p>`
    }`,
    body: html`<div class="content">
        ${renderPasskeySignUp(props.passkeys, props)}
        ${
          signinUrl !== undefined &&
          html`<a class="quiet" href="${signinUrl}">${links.haveAccount}</a>`
        }
      </div>
      ${legal.markup}`,
    rules: legal.rules,
  })
}

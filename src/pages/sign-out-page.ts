import { attributes, html, type Html } from '../http/html.js'
import { acceptLink } from './accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { renderHiddenInputs } from './hidden-inputs.js'

/** What the sign-out page shows. */
export interface SignOutPageProps extends PageShell {
  /** Left out of the form when undefined: the CSRF check is switched off. */
  readonly csrfToken: string | undefined
  /** Where a finished sign-out leads. */
  readonly callbackUrl: string
  readonly signoutUrl: string
}

/** Renders the page that asks before it signs out. */
export function renderSignOutPage(props: SignOutPageProps): Html {
  const { csrfToken, callbackUrl } = props
  const site = describeSite(props.siteUrl)
  return renderDocument(props, {
    heading: 'Sign out',
    glyph: 'door',
    lead: html`<p class="lead">Do you want to sign out${site && ` of ${site.host}`}?</p>`,
    body: html`<div class="content">
      <form method="post" ${attributes({ action: acceptLink(props.signoutUrl) })}>
        ${renderHiddenInputs({ csrfToken, callbackUrl })}
        <button type="submit" class="button brand painted">Sign out</button>
      </form>
      ${site && html`<a class="quiet" href="${site.href}">Stay signed in</a>`}
    </div>`,
  })
}

import { attributes, html, type Html } from '../http/html.js'
import type { ErrorWords } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderAlert } from './alert.js'
import { describeSite, logoOrigin, renderDocument, type PageShell } from './document.js'
import { findErrorText } from './error-texts.js'
import { fillPlainText, fillText, isolate } from './fill-text.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { renderBadge, writeBadgePaint } from './provider-badge.js'
import type { OAuthOption } from './sign-in-option.js'

/** The input of the page that asks a user for a permission at a provider. */
export interface GrantPageProps extends PageShell {
  /** Undefined if the CSRF check is turned off. The form then has no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open afterwards. */
  readonly callbackUrl: string
  /** What the user is to grant, as the form sends it back. */
  readonly grantRequest: string
  readonly provider: OAuthOption
  /** Why the user is asked. `first` if the user has no such account yet. */
  readonly reason: 'first' | 'again' | 'more'
  /** Why the last attempt failed. */
  readonly error: string | undefined
}

/** Renders the page that asks a user for a permission at a provider. */
export function renderGrantPage(props: GrantPageProps): Html {
  const { provider, reason, csrfToken, callbackUrl, grantRequest } = props
  const { grant, links } = props.language.texts
  const name = isolate(provider.name)
  const site = describeSite(props.siteUrl)
  const isFirst = reason === 'first'
  const error = findError(props)
  const badge = renderBadge(provider, 0, [site?.href, logoOrigin(props.theme)])
  return renderDocument(props, {
    heading: grant.heading,
    notice: error?.title,
    glyph: 'key',
    lead: html`${
      !isFirst &&
      site &&
      html`<p class="lead">
        ${fillText(grant[reason], { site: isolate(site.host), provider: name })}
      </p>`
    }`,
    body: html`${error && renderAlert(error)}
      <div class="content">
        <form method="post" ${attributes({ action: acceptLink(provider.signinUrl) })}>
          ${renderHiddenInputs({ csrfToken, callbackUrl, grantRequest })}
          <button type="submit" class="button with-badge">
            ${badge}<span>
              ${fillText(isFirst ? grant.connect : grant.connectAgain, { provider: name })}
            </span>
          </button>
        </form>
        ${
          site &&
          html`<a class="quiet" href="${site.href}">
            ${fillText(links.toSite, { site: isolate(site.host) })}
          </a>`
        }
      </div>`,
    rules: [writeBadgePaint(provider, 0, props.theme) ?? []].flat(),
  })
}

function findError({ error, provider, language }: GrantPageProps): ErrorWords | undefined {
  if (error === undefined) return undefined
  const { texts } = language
  const words = findErrorText(texts, error)
  if (error !== 'AccountNotLinked') return words
  return {
    title: words.title,
    sentence: fillPlainText(texts.grant.otherAccount, { provider: provider.name }),
  }
}

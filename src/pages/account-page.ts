import { acceptLink } from '../http/accept-url.js'
import { html, trustedHtml, type Html } from '../http/html.js'
import type { AccountPageProps } from './account/account-page-props.js'
import { renderAccounts } from './account/accounts-section.js'
import { renderAction } from './account/action.js'
import { renderActivity } from './account/activity-section.js'
import { renderAddress } from './account/address-section.js'
import { renderData } from './account/data-section.js'
import { renderPasskeys } from './account/passkeys-section.js'
import { renderPassword } from './account/password-section.js'
import { profileRules, renderProfile, writeNameRule } from './account/profile-section.js'
import { renderSecondFactor } from './account/second-factor-section.js'
import { renderSessions } from './account/sessions-section.js'
import { renderAlert } from './alert.js'
import { dangerRules } from './delete-account-page.js'
import { renderDocument } from './document.js'
import { isolate } from './fill-text.js'
import { listRules } from './list-section.js'
import { renderSiteLink } from './site-link.js'

/** Renders the account page. Every form works without JavaScript, except that for a new passkey. */
export function renderAccountPage(props: AccountPageProps): Html {
  const { account, texts, error, passkeyScriptUrl } = props
  const { user, profile } = account
  // The profile names the user, too.
  const isNamed = user.name !== undefined && !profile
  const script = acceptLink(passkeyScriptUrl)
  return renderDocument(props, {
    heading: texts.headings.account,
    notice: error?.title ?? (props.isNameInvalid ? writeNameRule(props) : undefined),
    glyph: personGlyph,
    lead: isNamed ? html`<p class="lead">${isolate(user.name)}</p>` : html``,
    body: html`${error && renderAlert(error)}
      <div class="content sections">
        ${renderProfile(props)} ${renderAddress(props)} ${renderPassword(props)}
        ${renderAccounts(props)} ${renderPasskeys(props)} ${renderSecondFactor(props)}
        ${renderSessions(props)} ${renderActivity(props)} ${renderData(props)}
        ${renderSignOut(props)} ${renderSiteLink(props)}
      </div>
      ${
        script !== undefined &&
        html`<script type="module" nonce="${props.nonce}" src="${script}"></script>`
      }`,
    rules: [...listRules, ...dangerRules, ...profileRules, ...rules],
  })
}

function renderSignOut(props: AccountPageProps): Html {
  return renderAction(props, { route: 'signout', text: props.texts.signOut, look: 'button' })
}

const personGlyph: Html = trustedHtml(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8.25" r="3.75"/><path d="M4.75 20.25c.9-3.6 3.75-5.5 7.25-5.5s6.35 1.9 7.25 5.5"/></svg>',
)

const rules: readonly string[] = [
  'a.small{display:inline-grid;place-items:center;text-decoration:none}',
  'details{margin-block-start:.25rem}',
  'summary{inline-size:fit-content;min-block-size:2rem;padding-block:.25rem;color:var(--muted);font-size:.9375rem;cursor:pointer}',
  'details form{margin-block:.75rem!important}',
  'section>form{margin-block-start:.5rem!important}',
]

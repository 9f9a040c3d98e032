import { html, trustedHtml, type Html } from '../http/html.js'
import type { AccountPageProps } from './account/account-page-props.js'
import { renderAccounts, writeAccountBadges } from './account/accounts-section.js'
import { renderAction } from './account/action.js'
import { renderActivity } from './account/activity-section.js'
import { renderAddress } from './account/address-section.js'
import { renderData } from './account/data-section.js'
import { renderPasskeys } from './account/passkeys-section.js'
import { renderPassword } from './account/password-section.js'
import { profileRules, renderProfile } from './account/profile-section.js'
import { renderSecondFactor } from './account/second-factor-section.js'
import { renderSessions } from './account/sessions-section.js'
import { renderAlert } from './alert.js'
import { chevronRules } from './chevron.js'
import { dangerRules } from './delete-account-page.js'
import { renderDocument } from './document.js'
import { isolate } from './fill-text.js'
import { changedRules, listRules } from './list-section.js'
import { renderPasskeyScript } from './passkey-script.js'
import { renderSiteLink } from './site-link.js'

/** Renders the account page. Every form works without JavaScript, except that for a new passkey. */
export function renderAccountPage(props: AccountPageProps): Html {
  const { account, texts, error } = props
  const { errors } = props.language.texts
  const { user, profile } = account
  // The profile names the user, too.
  const isNamed = user.name !== undefined && !profile
  return renderDocument(props, {
    heading: texts.headings.account,
    notice: error?.title ?? (props.isNameInvalid ? errors.general.title : writeChanged(props)),
    glyph: personGlyph,
    above: renderSiteLink(props, props.callbackUrl),
    lead: isNamed ? html`<p class="lead">${isolate(user.name)}</p>` : html``,
    body: html`${error && renderAlert(error)}
      <div class="content sections">
        ${renderProfile(props)} ${renderAddress(props)} ${renderPassword(props)}
        ${renderAccounts(props)} ${renderPasskeys(props)} ${renderSecondFactor(props)}
        ${renderSessions(props)} ${renderActivity(props)} ${renderData(props)}
        ${renderSignOut(props)}
      </div>
      ${renderPasskeyScript(props.passkeyScriptUrl, props.nonce)}`,
    rules: [
      ...listRules,
      ...dangerRules,
      ...profileRules,
      ...rules,
      ...(props.changed ? changedRules : []),
      ...writeAccountBadges(props),
    ],
  })
}

/** The title is what a screen reader says first. */
function writeChanged({ changed, texts }: AccountPageProps): string | undefined {
  if (changed === undefined) return undefined
  return changed === 'profile' ? texts.changed.saved : texts.changed.done
}

function renderSignOut(props: AccountPageProps): Html {
  return renderAction(props, { route: 'signout', text: props.texts.signOut, look: 'button' })
}

const personGlyph: Html = trustedHtml(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8.25" r="3.75"/><path d="M4.75 20.25c.9-3.6 3.75-5.5 7.25-5.5s6.35 1.9 7.25 5.5"/></svg>',
)

const rules: readonly string[] = [
  '.above .quiet{display:inline-block;margin:-.75rem}',
  '.above .quiet::before{content:"";display:inline-block;inline-size:.4375rem;block-size:.4375rem;margin-inline-end:.375rem;border:solid;border-width:2px 0 0 2px;rotate:-45deg;vertical-align:.0625em}',
  '[dir=rtl] .above .quiet::before{rotate:135deg}',
  '.above+header{margin-block-start:1rem}',
  'a.small{display:inline-grid;place-items:center;text-decoration:none}',
  'summary{inline-size:fit-content;min-block-size:1.5rem;color:var(--muted);font-size:.9375rem;font-weight:600;cursor:pointer}',
  ...chevronRules,
  'summary:hover{color:var(--text)}',
  '.rows details{flex:1 1 100%}',
  '.rows div>details{margin-block-start:.375rem}',
  'details form{margin-block:1rem .5rem!important}',
  '.part>form{margin-block-start:.5rem!important}',
  // Wide screens have the headings at the side, so that the page is half as long.
  `@media (min-width:62rem){${[
    'main:has(.sections){max-inline-size:60rem;padding:3rem}',
    'header{display:flex;flex-wrap:wrap;align-items:center;gap:0 1rem;text-align:start}',
    'h1{margin:0}',
    '.sections{gap:0}',
    'section{grid-template:auto 1fr/15rem 1fr;column-gap:3rem;padding-block:1.75rem;border-block-start:1px solid var(--line)}',
    'section>.part{grid-area:1/2/3}',
    '.part .rows{margin:0}',
    '.sections .button{inline-size:auto;justify-self:start;padding-inline:1.5rem}',
    '.fields{max-inline-size:28rem}',
    '.sections>form{margin-inline-start:18rem}',
  ].join('')}}`,
]

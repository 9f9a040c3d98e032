import { attributes, html, type Html } from '../../http/html.js'
import type { PasswordRemoval } from '../../model/account-description.js'
import { renderSection } from '../list-section.js'
import { renderFormWith } from '../page-form.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderLink } from './action.js'
import { changedUrl } from './changed-section.js'
import { renderField } from './field.js'
import { renderRows } from './rows.js'

/** Renders whether the user has a password, the link to change it, and the form to remove it. */
export function renderPassword(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { password } = account
  if (!password) return undefined
  const { isSet, notSet, change, add } = texts.password
  const action = renderLink(password.url, password.isSet ? change : add)
  const rows = [
    { facts: [password.isSet ? isSet : notSet], action },
    ...(password.removal ? [{ form: renderRemoval(props, password.removal) }] : []),
  ]
  return renderSection(texts.headings.password, undefined, renderRows(rows), {
    id: 'password',
    changed: props.changed === 'password' ? texts.changed.done : undefined,
  })
}

function renderRemoval(props: AccountPageProps, { needsPassword }: PasswordRemoval): Html {
  const { routesUrl, csrfToken, removalProblem, texts } = props
  const { remove, removeHint } = texts.password
  const field = { id: 'removed', name: 'currentPassword', type: 'password', required: true }
  const label = texts.address.currentPassword
  const input =
    needsPassword &&
    html`<div class="fields">
      ${renderField(label, { ...field, autocomplete: 'current-password' }, removalProblem)}
    </div>`
  const callbackUrl = changedUrl(props.accountUrl, 'password')
  const form = { action: `${routesUrl}/remove-password`, csrfToken, callbackUrl }
  const button = html`<button type="submit" class="button danger">${remove}</button>`
  return html`<details ${attributes({ open: removalProblem !== undefined })}>
    <summary>${remove}</summary>
    ${renderFormWith(form, html`${input}${button}`)}
    <p class="about">${removeHint}</p>
  </details>`
}

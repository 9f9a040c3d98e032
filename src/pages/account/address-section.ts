import { attributes, html, type Html } from '../../http/html.js'
import { isolate } from '../fill-text.js'
import { renderSection } from '../list-section.js'
import { renderFormWith } from '../page-form.js'
import type { AccountPageProps, AddressProblem } from './account-page-props.js'
import { renderField } from './field.js'
import { renderRows } from './rows.js'

/** Renders the address, and the form for a new one. */
export function renderAddress(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { user, address } = account
  if (props.hidesAddress || (user.email === undefined && !address)) return undefined
  const { confirmed, unconfirmed, missing } = texts.address
  const status = user.isEmailVerified ? confirmed : unconfirmed
  const row =
    user.email === undefined
      ? { facts: [missing] }
      : { title: isolate(user.email), facts: [status] }
  return renderSection(
    texts.headings.address,
    undefined,
    renderRows([
      row,
      ...(address ? [{ form: renderAddressForm(props, address.needsPassword) }] : []),
    ]),
    { id: 'address' },
  )
}

function renderAddressForm(props: AccountPageProps, needsPassword: boolean): Html {
  const { routesUrl, csrfToken, texts } = props
  const { change, newAddress, currentPassword, send, hint } = texts.address
  const problem = props.addressProblem
  const email = { id: 'new-email', name: 'email', type: 'email', autocomplete: 'email', dir: 'ltr' }
  const password = { id: 'current', name: 'currentPassword', type: 'password' }
  const content = html`<div class="fields">
      ${renderField(newAddress, { ...email, required: true }, findProblem(problem, 'email'))}
      ${
        needsPassword &&
        renderField(
          currentPassword,
          { ...password, autocomplete: 'current-password', required: true },
          findProblem(problem, 'currentPassword'),
        )
      }
    </div>
    <button type="submit" class="button">${send}</button>`
  const form = { action: `${routesUrl}/change-email`, csrfToken, callbackUrl: props.accountUrl }
  return html`<details ${attributes({ open: problem !== undefined })}>
    <summary>${change}</summary>
    ${renderFormWith(form, content)}
    <p class="about">${hint}</p>
  </details>`
}

function findProblem(
  problem: AddressProblem | undefined,
  field: AddressProblem['field'],
): string | undefined {
  return problem?.field === field ? problem.sentence : undefined
}

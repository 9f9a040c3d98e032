import { attributes, html, type Html } from '../../http/html.js'
import type { Passkey } from '../../model/account-description.js'
import { fillPlainText, isolate } from '../fill-text.js'
import { renderHiddenInputs } from '../hidden-inputs.js'
import { renderSection } from '../list-section.js'
import { renderFormWith } from '../page-form.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderAction } from './action.js'
import { changedUrl } from './changed-section.js'
import { writeDay } from './dated-fact.js'
import { renderField } from './field.js'

/** Renders the passkeys, and the form for a new one. */
export function renderPasskeys(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.passkeys) return undefined
  const { provider, list } = account.passkeys
  const rows = list.map((passkey, index) => renderPasskey(props, passkey, index))
  return renderSection(
    texts.headings.passkeys,
    texts.passkeys.about,
    html`${
      rows.length > 0 &&
      html`<ul class="rows">
        ${rows}
      </ul>`
    }
    ${renderAddPasskey(props, provider)}`,
    { id: 'passkeys', changed: props.changed === 'passkeys' ? texts.changed.done : undefined },
  )
}

function renderPasskey(props: AccountPageProps, passkey: Passkey, index: number): Html {
  const { texts, language, routesUrl, csrfToken } = props
  const {
    unnamed,
    added,
    lastUsed,
    rename,
    name: label,
    save,
    remove,
    removeNamed,
  } = texts.passkeys
  const name = passkey.name ?? unnamed
  const facts = [
    writeDay(added, passkey.createdAt, language.code),
    writeDay(lastUsed, passkey.lastUsedAt, language.code),
  ].filter((fact) => fact !== undefined)
  const hidden = { passkey: passkey.id }
  const callbackUrl = changedUrl(props.accountUrl, 'passkeys')
  const form = { action: `${routesUrl}/rename-passkey`, csrfToken, callbackUrl, hidden }
  const field = {
    id: `name-${index}`,
    type: 'text',
    name: 'name',
    value: passkey.name ?? '',
    maxlength: '64',
  }
  return html`<li>
    <div>
      <strong>${isolate(name)}</strong>
      <p>${facts.map((fact) => html`<span>${fact}</span> `)}</p>
      <details>
        <summary>${rename}</summary>
        ${renderFormWith(
          form,
          html`${renderField(label, { ...field, required: true, autocomplete: 'off' })}
            <button type="submit" class="small">${save}</button>`,
        )}
      </details>
    </div>
    ${renderAction(props, {
      route: 'remove-passkey',
      text: remove,
      label: fillPlainText(removeNamed, { name }),
      hidden,
      callbackUrl,
    })}
  </li>`
}

/** The script shows this form. Without it the user sees an explanation instead of a button. */
function renderAddPasskey(props: AccountPageProps, provider: string): Html {
  const { language, texts, csrfToken, accountUrl, basePath } = props
  const { signIn, errors } = language.texts
  const sentences = {
    general: errors.general.sentence,
    WebAuthnVerificationError: errors.WebAuthnVerificationError.sentence,
    TooManyRequests: errors.TooManyRequests.sentence,
    cancelled: signIn.passkeyCancelled,
    'already-registered': texts.passkeys.alreadyAdded,
    unsupported: signIn.passkeysUnavailable,
  }
  const words = {
    'data-passkey': provider,
    'data-base-path': basePath,
    'data-texts': JSON.stringify(sentences),
  }
  return html`<form method="post" hidden ${attributes(words)}>
      ${renderHiddenInputs({ csrfToken, callbackUrl: accountUrl })}
      <button type="submit" class="button" value="register">${texts.passkeys.add}</button>
    </form>
    <p class="alert" role="alert" hidden></p>
    <noscript><p class="about">${signIn.passkeysUnavailable}</p></noscript>`
}

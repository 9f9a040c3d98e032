import { html, type Html } from '../http/html.js'
import { renderPasskeyScript } from './passkey-script.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { foldedRules, renderFields } from './option-form.js'
import { renderPasskeyForm } from './passkey-form.js'
import type { PageFormProps } from './page-form.js'
import type { PasskeyOption } from './sign-in-option.js'

/** The passkeys that a sign-up page offers. */
export interface PasskeySignUp {
  readonly options: readonly PasskeyOption[]
  /** URL of the passkey script. Undefined if the app has a script of its own. */
  readonly scriptUrl: string | undefined
}

/** What the forms take from their page. */
type PageOfSignUp = Pick<PageFormProps, 'language' | 'nonce' | 'csrfToken' | 'callbackUrl'>

/**
 * Renders the forms that create an account with a passkey.
 *
 * @param emailId - the id of the page's own e-mail field, if it has one. A provider that asks for
 *   nothing else shares it, so that the visitor enters the address once.
 */
export function renderPasskeySignUp(
  { options, scriptUrl }: PasskeySignUp,
  page: PageOfSignUp,
  emailId?: string,
): Html {
  const { texts } = page.language
  const isMain = emailId === undefined
  const { csrfToken, callbackUrl } = page
  const hidden = renderHiddenInputs({ csrfToken, callbackUrl })
  const look = isMain ? 'button brand painted' : 'button'
  const create = html`<button type="submit" class="${look}" value="register">
    ${texts.signIn.createPasskey}
  </button>`
  const forms = options.map((option, index) => {
    // In the form, because nothing follows the divider while the form is hidden.
    const divider = !isMain && index === 0 && html`<p class="or">${texts.signIn.or}</p>`
    if (!isMain && asksForEmailOnly(option)) {
      const data = { 'data-field': emailId }
      return renderPasskeyForm(option, {
        texts,
        hidden,
        content: html`${divider} ${create}`,
        data,
        isMain,
      })
    }
    const fields = renderFields(option.id, option.fields)
    const content = isMain
      ? html`${fields.length > 0 && html`<div class="fields">${fields}</div>`} ${create}`
      : html`${divider}
          <details>
            <summary>${texts.signIn.createPasskey}</summary>
            <div class="fields">${fields} ${create}</div>
          </details>`
    return renderPasskeyForm(option, { texts, hidden, content, isMain })
  })
  return html`${forms} ${renderPasskeyScript(scriptUrl, page.nonce)}`
}

/** The CSS rules of a sign-up page with other forms. The gap of the form is below its divider. */
export const passkeySignUpRules: readonly string[] = [
  ...foldedRules,
  'form>.or{margin-block-end:0}',
]

function asksForEmailOnly({ fields }: PasskeyOption): boolean {
  return Object.keys(fields).join() === 'email'
}
